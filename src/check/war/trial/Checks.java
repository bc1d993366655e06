package warsim;

import java.util.Arrays;
import java.util.Objects;

/** What both generations of JUnit check, without their messages. */
public class Checks {
    public interface Act {
        void execute() throws Throwable;
    }

    public static void fail() {
        fail("failed");
    }

    public static void fail(String message) {
        throw new AssertionError(message);
    }

    static void check(boolean holds, Object expected, Object actual) {
        if (!holds) {
            fail("expected " + expected + ", got " + actual);
        }
    }

    public static void assertTrue(boolean holds) {
        check(holds, true, false);
    }

    public static void assertFalse(boolean holds) {
        check(!holds, false, true);
    }

    public static void assertEquals(long expected, long actual) {
        check(expected == actual, expected, actual);
    }

    public static void assertEquals(double expected, double actual, double delta) {
        check(Math.abs(expected - actual) <= delta, expected, actual);
    }

    public static void assertEquals(Object expected, Object actual) {
        check(Objects.equals(expected, actual), expected, actual);
    }

    public static void assertNotEquals(long other, long actual) {
        check(other != actual, "another than " + other, actual);
    }

    public static void assertNotEquals(Object other, Object actual) {
        check(!Objects.equals(other, actual), "another than " + other, actual);
    }

    public static void assertNull(Object actual) {
        check(actual == null, null, actual);
    }

    public static void assertNotNull(Object actual) {
        check(actual != null, "something", null);
    }

    public static void assertSame(Object expected, Object actual) {
        check(expected == actual, expected, actual);
    }

    public static void assertArrayEquals(int[] expected, int[] actual) {
        check(Arrays.equals(expected, actual), Arrays.toString(expected), Arrays.toString(actual));
    }

    public static void assertArrayEquals(Object[] expected, Object[] actual) {
        check(Arrays.deepEquals(expected, actual), Arrays.toString(expected), Arrays.toString(actual));
    }

    public static <T extends Throwable> T assertThrows(Class<T> expected, Act act) {
        try {
            act.execute();
        } catch (Throwable thrown) {
            check(expected.isInstance(thrown), expected, thrown);
            return expected.cast(thrown);
        }
        throw new AssertionError("nothing was thrown");
    }
}
