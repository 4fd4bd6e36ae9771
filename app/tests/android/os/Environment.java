package android.os;

import java.io.File;

public final class Environment {
    public static String DIRECTORY_DOWNLOADS = "Download";
    public static File downloads;

    public static File getExternalStoragePublicDirectory(String name) {
        return downloads;
    }
}
