package android.view;

import android.content.Context;

public class View {
    public interface OnClickListener {
        void onClick(View view);
    }

    public interface OnApplyWindowInsetsListener {
        WindowInsets onApplyWindowInsets(View view, WindowInsets insets);
    }

    public static final int VISIBLE = 0;
    public static final int INVISIBLE = 4;
    public static final int GONE = 8;

    public OnClickListener clicked;
    public int visibility;
    public int bars;

    public View() {}

    public View(Context context) {}

    public void setOnClickListener(OnClickListener clicked) {
        this.clicked = clicked;
    }

    public void setOnApplyWindowInsetsListener(OnApplyWindowInsetsListener listener) {}

    public void setVisibility(int visibility) {
        this.visibility = visibility;
    }

    public void setBackgroundColor(int colour) {}

    public void setPadding(int left, int top, int right, int bottom) {}

    public void setSystemUiVisibility(int bars) {
        this.bars = bars;
    }
}
