package android.webkit;

public class CookieManager {
    public static String cookies;

    public static CookieManager getInstance() {
        return new CookieManager();
    }

    public String getCookie(String url) {
        return cookies;
    }

    public void flush() {}
}
