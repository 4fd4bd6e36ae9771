package android.webkit;

public class WebSettings {
    public static final int MIXED_CONTENT_NEVER_ALLOW = 1;
    public int zoom;
    public boolean asksForTap = true;

    public void setJavaScriptEnabled(boolean isOn) {}

    public void setDomStorageEnabled(boolean isOn) {}

    public void setAllowFileAccess(boolean isOn) {}

    public void setAllowContentAccess(boolean isOn) {}

    public void setMixedContentMode(int mode) {}

    public void setMediaPlaybackRequiresUserGesture(boolean isAsked) {
        asksForTap = isAsked;
    }

    public void setTextZoom(int zoom) {
        this.zoom = zoom;
    }
}
