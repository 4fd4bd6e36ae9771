package android.view;

import android.content.Context;
import java.util.ArrayList;
import java.util.List;

public class ViewGroup extends View {
    public final List<View> children = new ArrayList<View>();

    public ViewGroup() {}

    public ViewGroup(Context context) {
        super(context);
    }

    public void addView(View view) {
        children.add(view);
    }

    public void addView(View view, int at) {
        children.add(at, view);
    }

    public void removeView(View view) {
        children.remove(view);
    }
}
