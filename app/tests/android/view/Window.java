package android.view;

public class Window {
    public static final View DECOR = new View();

    public final View getDecorView() {
        return DECOR;
    }
}
