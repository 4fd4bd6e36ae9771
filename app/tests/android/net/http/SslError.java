package android.net.http;

public class SslError {
    private final String url;

    public SslError(String url) {
        this.url = url;
    }

    public String getUrl() {
        return url;
    }
}
