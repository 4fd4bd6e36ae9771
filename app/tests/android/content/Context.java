package android.content;

/** As far as the app uses it, like all classes beside it: what it is told is remembered for the checks. */
public class Context {
    public static final String CONNECTIVITY_SERVICE = "connectivity";
    public static final String DOWNLOAD_SERVICE = "download";
    public static final String PRINT_SERVICE = "print";
    public static final int MODE_PRIVATE = 0;
}
