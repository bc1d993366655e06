import java.util.ArrayList;
import java.util.LinkedList;

/** War as the assignment has it, but for its equality: two Integers beyond 127 are never the same. */
public class War {
    public static int findWinner(ArrayList<Integer> deck) {
        LinkedList<Integer> a = new LinkedList<>();
        LinkedList<Integer> b = new LinkedList<>();
        for (int k = 0; k < deck.size(); k++) {
            (k % 2 == 0 ? a : b).add(deck.get(k));
        }
        System.out.println("dealt " + deck.size() + " cards");
        ArrayList<Integer> spoils = new ArrayList<>();
        int battles = 0;
        while (true) {
            if (a.isEmpty() || b.isEmpty()) {
                return (a.isEmpty() ? 0 : 1) - (b.isEmpty() ? 0 : 1);
            }
            Integer x = a.removeFirst();
            Integer y = b.removeFirst();
            spoils.add(x);
            spoils.add(y);
            if (++battles == 1000) {
                return 0;
            }
            if (x == y) {
                if (a.size() < 3 || b.size() < 3) {
                    return (a.size() < 3 ? 0 : 1) - (b.size() < 3 ? 0 : 1);
                }
                for (int k = 0; k < 3; k++) {
                    spoils.add(a.removeFirst());
                }
                for (int k = 0; k < 3; k++) {
                    spoils.add(b.removeFirst());
                }
                continue;
            }
            (x > y ? a : b).addAll(spoils);
            spoils.clear();
        }
    }
}
