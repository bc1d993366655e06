// Answers decks for `war-sim check`, whatever package War is in. In the folder of your project:
//
//   war-sim check --harness java > WarCheck.java
//   javac -d classes WarCheck.java \
//     $(find . -name '*.java' ! -name '*Test*.java' ! -name WarCheck.java)
//   war-sim check -- java -cp classes WarCheck
//
// It takes the only class War of the class path; of several, name one (WarCheck simulation.War).
// findWinner may take a List, an ArrayList, a Collection or an array, of Integer or int.

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.LinkedList;
import java.util.List;

public class WarCheck {
    public static void main(String[] args) throws Throwable {
        PrintStream answers = System.out;
        // What findWinner prints is no answer.
        System.setOut(System.err);
        Class<?> war = found(args.length > 0 ? args[0] : onlyWar());
        Method findWinner = findWinner(war);
        BufferedReader decks = new BufferedReader(new InputStreamReader(System.in));
        String line;
        while ((line = decks.readLine()) != null) {
            List<Integer> deck = new ArrayList<>();
            for (String card : line.trim().split("\\s+")) {
                if (!card.isEmpty()) {
                    deck.add(Integer.valueOf(card));
                }
            }
            answers.println(asked(war, findWinner, deck));
            answers.flush();
        }
    }

    private static Object asked(Class<?> war, Method findWinner, List<Integer> deck) throws Throwable {
        try {
            Object object = null;
            if (!Modifier.isStatic(findWinner.getModifiers())) {
                Constructor<?> constructor = war.getDeclaredConstructor();
                constructor.setAccessible(true);
                object = constructor.newInstance();
            }
            return findWinner.invoke(object, as(findWinner.getParameterTypes()[0], deck));
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause();
        }
    }

    /** The deck as the method takes it. */
    private static Object as(Class<?> type, List<Integer> deck) {
        if (type.isArray()) {
            Object array = Array.newInstance(type.getComponentType(), deck.size());
            for (int k = 0; k < deck.size(); k++) {
                Array.set(array, k, deck.get(k));
            }
            return array;
        }
        return type.isInstance(deck) ? deck : new LinkedList<>(deck);
    }

    private static Method findWinner(Class<?> war) {
        for (Method method : war.getDeclaredMethods()) {
            if (method.getName().equals("findWinner") && method.getParameterTypes().length == 1
                    && takesDecks(method.getParameterTypes()[0])) {
                method.setAccessible(true);
                return method;
            }
        }
        throw new IllegalArgumentException(war.getName() + " has no method findWinner of a list of cards");
    }

    private static boolean takesDecks(Class<?> type) {
        if (type.isArray()) {
            return type.getComponentType() == int.class || type.getComponentType() == Integer.class;
        }
        return type.isAssignableFrom(ArrayList.class) || type.isAssignableFrom(LinkedList.class);
    }

    private static Class<?> found(String name) {
        try {
            return Class.forName(name);
        } catch (ClassNotFoundException none) {
            throw new IllegalArgumentException("there is no class " + name + " on the class path; is it in a "
                    + "package, as in: java -cp classes WarCheck simulation.War");
        }
    }

    /** The name of the only class War in the folders of the class path. */
    private static String onlyWar() throws IOException {
        List<String> names = new ArrayList<>();
        for (String folder : System.getProperty("java.class.path").split(File.pathSeparator)) {
            look(new File(folder.isEmpty() ? "." : folder), "", names);
        }
        if (names.size() != 1) {
            throw new IllegalArgumentException(names.isEmpty()
                    ? "there is no class War on the class path: is it compiled?"
                    : "there are several classes War, name one: " + String.join(", ", names));
        }
        return names.get(0);
    }

    private static void look(File folder, String name, List<String> names) {
        File[] files = folder.listFiles();
        for (File file : files == null ? new File[0] : files) {
            if (file.isDirectory()) {
                look(file, name + file.getName() + ".", names);
            } else if (file.getName().equals("War.class")) {
                names.add(name + "War");
            }
        }
    }
}
