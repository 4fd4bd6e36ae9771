package android.content.res;

import java.io.ByteArrayInputStream;
import java.io.InputStream;

public final class AssetManager {
    public InputStream open(String name) {
        return new ByteArrayInputStream("the script".getBytes());
    }
}
