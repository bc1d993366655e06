package org.junit;

/** The checks of JUnit 4 with a message, which comes first. */
public class Assert extends warsim.Checks {
    private static void with(String message, Runnable check) {
        try {
            check.run();
        } catch (AssertionError e) {
            fail(message + ": " + e.getMessage());
        }
    }

    public static void assertTrue(String message, boolean holds) {
        with(message, () -> assertTrue(holds));
    }

    public static void assertFalse(String message, boolean holds) {
        with(message, () -> assertFalse(holds));
    }

    public static void assertEquals(String message, long expected, long actual) {
        with(message, () -> assertEquals(expected, actual));
    }

    public static void assertEquals(String message, Object expected, Object actual) {
        with(message, () -> assertEquals(expected, actual));
    }

    public static void assertNull(String message, Object actual) {
        with(message, () -> assertNull(actual));
    }

    public static void assertNotNull(String message, Object actual) {
        with(message, () -> assertNotNull(actual));
    }
}
