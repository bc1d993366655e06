package org.junit.rules;

import java.util.concurrent.TimeUnit;

/** How long a test may take, which whoever runs all of them watches. */
public class Timeout {
    public Timeout(int millis) {
    }

    public Timeout(long time, TimeUnit unit) {
    }

    public static Timeout seconds(long seconds) {
        return new Timeout(seconds, TimeUnit.SECONDS);
    }

    public static Timeout millis(long millis) {
        return new Timeout(millis, TimeUnit.MILLISECONDS);
    }
}
