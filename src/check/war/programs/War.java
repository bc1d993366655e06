import java.util.*;

/** War: a deck is dealt to A and B, and one of them wins. */
public class War {
    static final int LIMIT = 1000; // battles
    static final int STAKE = 3; // cards that each player lays for a war

    /** Deals the deck to the hands of A and B, the top card first. */
    static void deal(List<Integer> deck, List<Integer> a, List<Integer> b) {
        for (int k = 0; k < deck.size(); k++) {
            List<Integer> hand = k % 2 == 0 ? a : b;
            hand.add(deck.get(k));
        }
    }

    /** Lays cards from the top of a hand on the spoils. */
    static void lay(List<Integer> hand, int cards, List<Integer> spoils) {
        for (int k = 0; k < cards; k++) {
            spoils.add(hand.remove(0));
        }
    }

    /** 1 if A wins, -1 if B wins, 0 for a draw. */
    public static int findWinner(List<Integer> deck) {
        List<Integer> a = new ArrayList<>();
        List<Integer> b = new ArrayList<>();
        deal(deck, a, b);
        List<Integer> spoils = new ArrayList<>();
        int battles = 0;
        while (true) {
            if (a.isEmpty() && b.isEmpty()) {
                return 0;
            }
            if (a.isEmpty()) {
                return -1;
            }
            if (b.isEmpty()) {
                return 1;
            }
            int x = a.remove(0);
            int y = b.remove(0);
            spoils.add(x);
            spoils.add(y);
            battles++;
            if (battles == LIMIT) {
                return 0;
            }
            if (x == y) {
                if (a.size() < STAKE && b.size() < STAKE) {
                    return 0;
                }
                if (a.size() < STAKE) {
                    return -1;
                }
                if (b.size() < STAKE) {
                    return 1;
                }
                lay(a, STAKE, spoils);
                lay(b, STAKE, spoils);
            } else if (x > y) {
                a.addAll(spoils);
                spoils.clear();
            } else {
                b.addAll(spoils);
                spoils.clear();
            }
        }
    }

    /** Reads a deck per line, such as 2 3 4 5, and prints an answer per line. */
    public static void main(String[] args) {
        Scanner lines = new Scanner(System.in);
        while (lines.hasNextLine()) {
            List<Integer> deck = new ArrayList<>();
            for (String card : lines.nextLine().trim().split("\\s+")) {
                if (!card.isEmpty()) {
                    deck.add(Integer.valueOf(card));
                }
            }
            System.out.println(findWinner(deck));
        }
    }
}
