package org.quillhouse.app;

import android.app.Activity;
import android.os.Bundle;
import android.webkit.WebSettings;
import android.webkit.WebView;
import android.webkit.WebViewClient;

public final class MainActivity extends Activity {
    private WebView page;

    @Override
    protected void onCreate(Bundle saved) {
        super.onCreate(saved);
        page = new WebView(this);
        WebSettings settings = page.getSettings();
        settings.setJavaScriptEnabled(true);
        settings.setDomStorageEnabled(true);
        page.setWebViewClient(new WebViewClient());
        setContentView(page);
        page.loadUrl(getString(R.string.site_address));
    }

    @Override
    public void onBackPressed() {
        if (page.canGoBack()) page.goBack();
        else super.onBackPressed();
    }
}
