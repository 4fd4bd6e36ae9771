package android.webkit;

public class WebChromeClient {
    public interface CustomViewCallback {
        void onCustomViewHidden();
    }

    public abstract static class FileChooserParams {
        public static final int MODE_OPEN = 0;
        public static final int MODE_OPEN_MULTIPLE = 1;

        public abstract int getMode();

        public abstract String[] getAcceptTypes();
    }
}
