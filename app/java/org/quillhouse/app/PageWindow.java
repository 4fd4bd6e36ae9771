package org.quillhouse.app;

import android.content.Intent;
import android.net.Uri;
import android.view.View;
import android.webkit.MimeTypeMap;
import android.webkit.ValueCallback;
import android.webkit.WebChromeClient;
import android.webkit.WebView;

/** What a page asks of the window around it: files, the full screen, and to show how much is loaded. */
final class PageWindow extends WebChromeClient implements FileTypes.Known {
    private final MainActivity activity;

    PageWindow(MainActivity activity) {
        this.activity = activity;
    }

    @Override
    public void onProgressChanged(WebView page, int percent) {
        activity.showProgress(percent);
    }

    @Override
    public boolean onShowFileChooser(WebView page, ValueCallback<Uri[]> answer, FileChooserParams asked) {
        Intent choose = new Intent(Intent.ACTION_GET_CONTENT)
                .addCategory(Intent.CATEGORY_OPENABLE)
                .putExtra(Intent.EXTRA_ALLOW_MULTIPLE, asked.getMode() == FileChooserParams.MODE_OPEN_MULTIPLE);
        String[] types = FileTypes.of(asked.getAcceptTypes(), this);
        choose.setType(types.length == 1 ? types[0] : "*/*");
        if (types.length > 1) choose.putExtra(Intent.EXTRA_MIME_TYPES, types);
        return activity.chooseFiles(choose, answer);
    }

    @Override
    public String typeOf(String ending) {
        return MimeTypeMap.getSingleton().getMimeTypeFromExtension(ending);
    }

    @Override
    public void onShowCustomView(View view, CustomViewCallback callback) {
        activity.showFullScreen(view, callback);
    }

    @Override
    public void onHideCustomView() {
        activity.hideFullScreen();
    }
}
