package android.content.res;

public class Resources {
    public final Configuration configuration = new Configuration();

    public Configuration getConfiguration() {
        return configuration;
    }

    public boolean getBoolean(int id) {
        return true;
    }
}
