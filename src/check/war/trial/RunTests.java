import java.lang.annotation.Annotation;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;

/** Runs the tests of classes, whichever JUnit has annotated them; ends with 1 at the first failure. */
public class RunTests {
    public static void main(String[] classes) throws Exception {
        int tests = 0;
        for (String name : classes) {
            Class<?> type = Class.forName(name);
            if (Modifier.isAbstract(type.getModifiers())) {
                continue;
            }
            all(type, null, "BeforeClass", "BeforeAll");
            for (Method method : type.getDeclaredMethods()) {
                Annotation test = annotation(method, "Test");
                if (test == null || annotation(method, "Ignore", "Disabled") != null) {
                    continue;
                }
                tests++;
                Constructor<?> constructor = type.getDeclaredConstructor();
                constructor.setAccessible(true);
                Object object = constructor.newInstance();
                all(type, object, "Before", "BeforeEach");
                Throwable thrown = call(method, object);
                all(type, object, "After", "AfterEach");
                Class<?> expected = expected(test);
                if (expected == null ? thrown != null : !expected.isInstance(thrown)) {
                    System.err.println(name + "." + method.getName() + ": "
                            + (thrown == null ? "nothing was thrown" : thrown));
                    System.exit(1);
                }
            }
            all(type, null, "AfterClass", "AfterAll");
        }
        System.exit(tests == 0 ? 5 : 0);
    }

    private static void all(Class<?> type, Object object, String... names) throws Exception {
        for (Method method : type.getDeclaredMethods()) {
            if (annotation(method, names) != null) {
                Throwable thrown = call(method, object);
                if (thrown != null) {
                    System.err.println(type.getName() + "." + method.getName() + ": " + thrown);
                    System.exit(1);
                }
            }
        }
    }

    private static Throwable call(Method method, Object object) throws IllegalAccessException {
        method.setAccessible(true);
        try {
            method.invoke(object);
            return null;
        } catch (InvocationTargetException e) {
            return e.getCause();
        }
    }

    private static Annotation annotation(Method method, String... names) {
        for (Annotation annotation : method.getAnnotations()) {
            if (Arrays.asList(names).contains(annotation.annotationType().getSimpleName())) {
                return annotation;
            }
        }
        return null;
    }

    /** What a test of JUnit 4 must throw; null for nothing. */
    private static Class<?> expected(Annotation test) {
        try {
            Class<?> expected = (Class<?>) test.annotationType().getMethod("expected").invoke(test);
            return Throwable.class.isAssignableFrom(expected)
                    && !expected.getSimpleName().equals("None") ? expected : null;
        } catch (ReflectiveOperationException e) {
            return null;
        }
    }
}
