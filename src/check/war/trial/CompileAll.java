import java.io.File;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/** Compiles the class War of each folder into that folder. */
public class CompileAll {
    public static void main(String[] folders) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        for (String folder : folders) {
            String file = folder + File.separator + "War.java";
            if (compiler.run(null, null, null, "-d", folder, file) != 0) {
                System.exit(1);
            }
        }
    }
}
