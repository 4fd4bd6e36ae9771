package android.webkit;

import java.io.InputStream;
import java.util.Map;

public class WebResourceResponse {
    public final String type;
    public final InputStream content;

    public WebResourceResponse(
            String type, String encoding, int status, String reason, Map<String, String> headers, InputStream content) {
        this.type = type;
        this.content = content;
    }
}
