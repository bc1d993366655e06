package org.junit.jupiter.api;

/** The checks of JUnit 5 with a message, which comes last. */
public class Assertions extends warsim.Checks {
    private static void with(String message, Runnable check) {
        try {
            check.run();
        } catch (AssertionError e) {
            fail(message + ": " + e.getMessage());
        }
    }

    public static void assertTrue(boolean holds, String message) {
        with(message, () -> assertTrue(holds));
    }

    public static void assertFalse(boolean holds, String message) {
        with(message, () -> assertFalse(holds));
    }

    public static void assertEquals(long expected, long actual, String message) {
        with(message, () -> assertEquals(expected, actual));
    }

    public static void assertEquals(Object expected, Object actual, String message) {
        with(message, () -> assertEquals(expected, actual));
    }

    public static void assertNull(Object actual, String message) {
        with(message, () -> assertNull(actual));
    }

    public static void assertNotNull(Object actual, String message) {
        with(message, () -> assertNotNull(actual));
    }

    public static void assertAll(Act... acts) throws Throwable {
        for (Act act : acts) {
            act.execute();
        }
    }
}
