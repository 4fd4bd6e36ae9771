package android.widget;

import android.content.Context;

public class Toast {
    public static final int LENGTH_LONG = 1;
    public static String said;

    private final CharSequence text;

    private Toast(CharSequence text) {
        this.text = text;
    }

    public static Toast makeText(Context context, CharSequence text, int length) {
        return new Toast(text);
    }

    public void show() {
        said = text.toString();
    }
}
