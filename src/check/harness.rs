//! Ready wrappers that let a `findWinner` be asked line by line.
//!
//! What the program itself prints goes to stderr, where it does no harm.

/// A Java class that reads decks and prints what `War.findWinner` returns.
pub const JAVA: &str = r#"// Answers decks for `war-sim check`. Beside War.java:
//
//   war-sim check --harness java > WarCheck.java
//   javac War.java WarCheck.java
//   war-sim check -- java WarCheck

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.util.ArrayList;

public class WarCheck {
    public static void main(String[] args) throws IOException {
        BufferedReader decks = new BufferedReader(new InputStreamReader(System.in));
        PrintStream answers = System.out;
        // What findWinner prints is no answer.
        System.setOut(System.err);
        String line;
        while ((line = decks.readLine()) != null) {
            ArrayList<Integer> deck = new ArrayList<>();
            for (String card : line.trim().split("\\s+")) {
                if (!card.isEmpty()) {
                    deck.add(Integer.valueOf(card));
                }
            }
            answers.println(War.findWinner(deck));
            answers.flush();
        }
    }
}
"#;

/// A Python program that reads decks and prints what `war.find_winner` returns.
pub const PYTHON: &str = r#"# Answers decks for `war-sim check`. Beside your war.py:
#
#   war-sim check --harness python > war_check.py
#   war-sim check -- python3 war_check.py

import sys

answers, sys.stdout = sys.stdout, sys.stderr  # what war.py prints is no answer

import war

find_winner = getattr(war, "find_winner", None) or getattr(war, "findWinner", None)
if find_winner is None:
    sys.exit("war.py has no find_winner and no findWinner")
for line in sys.stdin:
    print(find_winner([int(card) for card in line.split()]), file=answers, flush=True)
"#;
