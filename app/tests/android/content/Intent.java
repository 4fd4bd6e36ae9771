package android.content;

import android.net.Uri;
import android.os.Parcelable;
import java.util.HashMap;
import java.util.Map;

/** The values are Android's: the compiler has put them into the app's code. */
public class Intent {
    public static final String ACTION_GET_CONTENT = "android.intent.action.GET_CONTENT";
    public static final String ACTION_MAIN = "android.intent.action.MAIN";
    public static final String ACTION_SEND = "android.intent.action.SEND";
    public static final String ACTION_VIEW = "android.intent.action.VIEW";
    public static final String CATEGORY_APP_BROWSER = "android.intent.category.APP_BROWSER";
    public static final String CATEGORY_BROWSABLE = "android.intent.category.BROWSABLE";
    public static final String CATEGORY_OPENABLE = "android.intent.category.OPENABLE";
    public static final String EXTRA_ALLOW_MULTIPLE = "android.intent.extra.ALLOW_MULTIPLE";
    public static final String EXTRA_MIME_TYPES = "android.intent.extra.MIME_TYPES";
    public static final String EXTRA_STREAM = "android.intent.extra.STREAM";
    public static final String EXTRA_TEXT = "android.intent.extra.TEXT";
    public static final int FLAG_ACTIVITY_LAUNCHED_FROM_HISTORY = 0x00100000;

    public final Map<String, Object> extras = new HashMap<String, Object>();
    public final String action;
    public final Uri data;
    public String category;
    public String type;
    public Intent selector;
    public ClipData clip;
    public int flags;
    /** The extras have one of a class that only their app has. */
    public boolean isForeign;

    public Intent(String action) {
        this(action, null);
    }

    public Intent(String action, Uri data) {
        this.action = action;
        this.data = data;
    }

    public String getAction() {
        return action;
    }

    public int getFlags() {
        return flags;
    }

    public Uri getData() {
        return data;
    }

    public String getDataString() {
        return data == null ? null : data.toString();
    }

    public ClipData getClipData() {
        return clip;
    }

    public Intent addCategory(String category) {
        this.category = category;
        return this;
    }

    public void setSelector(Intent selector) {
        this.selector = selector;
    }

    public Intent setType(String type) {
        this.type = type;
        return this;
    }

    public Intent putExtra(String name, boolean value) {
        extras.put(name, value);
        return this;
    }

    public Intent putExtra(String name, String[] value) {
        extras.put(name, value);
        return this;
    }

    @SuppressWarnings("unchecked")
    public <T extends Parcelable> T getParcelableExtra(String name) {
        return (T) readable().get(name);
    }

    public CharSequence getCharSequenceExtra(String name) {
        return (CharSequence) readable().get(name);
    }

    private Map<String, Object> readable() {
        if (isForeign) throw new RuntimeException("ClassNotFoundException when unmarshalling");
        return extras;
    }
}
