package android.widget;

import android.view.View;

public class TextView extends View {
    public CharSequence text;

    public final void setText(CharSequence text) {
        this.text = text;
    }

    public void setTextColor(int colour) {}
}
