package org.quillhouse.app;

import android.graphics.Bitmap;
import android.net.http.SslError;
import android.webkit.RenderProcessGoneDetail;
import android.webkit.SslErrorHandler;
import android.webkit.WebResourceError;
import android.webkit.WebResourceRequest;
import android.webkit.WebResourceResponse;
import android.webkit.WebView;
import android.webkit.WebViewClient;
import java.io.FileNotFoundException;

/**
 * Decides which addresses the app shows, and what it shows when they can't be loaded. Methods without `@Override` came with
 * later versions of Android than 6.
 */
final class PageClient extends WebViewClient {
    private final MainActivity activity;
    private final Site site;
    private String failed;

    PageClient(MainActivity activity, Site site) {
        this.activity = activity;
        this.site = site;
    }

    @Override
    public boolean shouldOverrideUrlLoading(WebView page, String url) {
        String secured = site.secured(url);
        switch (site.wayTo(secured)) {
            case SITE:
                if (secured.equals(url)) return false;
                page.loadUrl(secured);
                return true;
            case NOWHERE:
                return true;
            default:
                activity.openElsewhere(url);
                return true;
        }
    }

    public boolean shouldOverrideUrlLoading(WebView page, WebResourceRequest request) {
        return request.isForMainFrame() && shouldOverrideUrlLoading(page, request.getUrl().toString());
    }

    /** In a thread of its own. */
    @Override
    public WebResourceResponse shouldInterceptRequest(WebView page, WebResourceRequest request) {
        // Only the page's script gets it: a document made by another app would have the rights of the site's pages.
        if (request.isForMainFrame() || !request.getUrl().toString().equals(site.at(SharedFile.PATH))) return null;
        SharedFile shared = activity.takeShared();
        if (shared == null) return null;
        try {
            return shared.open();
        } catch (FileNotFoundException unreadable) {
            activity.sayLater(R.string.share_failed);
            return null;
        }
    }

    /** Another try begins. */
    void forgetFailure() {
        failed = null;
    }

    @Override
    public void onPageStarted(WebView page, String url, Bitmap icon) {
        // Of a page that has failed it is told in any order.
        if (!url.equals(failed)) failed = null;
    }

    @Override
    public void onPageFinished(WebView page, String url) {
        if (!url.equals(failed) && site.owns(url)) activity.showPage();
    }

    @Override
    public void onReceivedError(WebView page, WebResourceRequest request, WebResourceError error) {
        if (request.isForMainFrame()) fail(request.getUrl().toString(), R.string.offline_text);
    }

    @Override
    public void onReceivedSslError(WebView page, SslErrorHandler handler, SslError error) {
        handler.cancel();
        if (site.owns(error.getUrl())) fail(error.getUrl(), R.string.insecure_text);
    }

    public boolean onRenderProcessGone(WebView page, RenderProcessGoneDetail detail) {
        activity.openAgain();
        return true;
    }

    private void fail(String url, int text) {
        failed = url;
        activity.showFailure(url, text);
    }
}
