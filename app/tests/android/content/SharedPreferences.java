package android.content;

public interface SharedPreferences {
    interface Editor {
        Editor putLong(String name, long value);

        void apply();
    }

    long getLong(String name, long otherwise);

    Editor edit();
}
