package android.webkit;

import android.content.Context;
import android.view.ViewGroup;
import java.util.ArrayList;
import java.util.List;

public class WebView extends ViewGroup {
    public static WebView latest;

    public final List<String> loaded = new ArrayList<String>();
    public final List<String> scripts = new ArrayList<String>();
    public final WebSettings settings = new WebSettings();
    public WebViewClient client;
    public WebChromeClient window;
    public DownloadListener downloads;
    public Object tools;
    public String url;
    public boolean hasHistory;
    public boolean isDestroyed;

    public WebView(Context context) {
        super(context);
        latest = this;
    }

    public WebSettings getSettings() {
        return settings;
    }

    public void setWebViewClient(WebViewClient client) {
        this.client = client;
    }

    public void setWebChromeClient(WebChromeClient window) {
        this.window = window;
    }

    public void setDownloadListener(DownloadListener downloads) {
        this.downloads = downloads;
    }

    public void addJavascriptInterface(Object tools, String name) {
        this.tools = tools;
    }

    public void loadUrl(String url) {
        loaded.add(url);
        this.url = url;
    }

    public String getUrl() {
        return url;
    }

    public boolean canGoBack() {
        return hasHistory;
    }

    public void goBack() {
        loaded.add("back");
    }

    public void evaluateJavascript(String script, ValueCallback<String> answer) {
        scripts.add(script);
    }

    public void onResume() {}

    public void onPause() {}

    public void destroy() {
        isDestroyed = true;
    }
}
