package android.os;

public final class Build {
    public static final class VERSION {
        public static int SDK_INT = 23;
    }
}
