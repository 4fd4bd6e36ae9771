package org.quillhouse.app;

import android.app.DownloadManager;
import android.content.ContentValues;
import android.content.Context;
import android.net.Uri;
import android.os.Environment;
import android.provider.MediaStore;
import android.util.Base64;
import android.webkit.JavascriptInterface;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** What the site's pages can do in the app, as `window.quillhouseApp`: what a browser does and a WebView does not. */
final class PageTools {
    static final String NAME = "quillhouseApp";
    /** Of Android 10 and later. */
    private static final Uri DOWNLOADS = Uri.parse("content://media/external/downloads");

    private final MainActivity activity;
    private final Downloads downloads;

    PageTools(MainActivity activity, Downloads downloads) {
        this.activity = activity;
        this.downloads = downloads;
    }

    /** Saves what a page has made in memory, given as Base64. */
    @JavascriptInterface
    public void saveFile(String name, final String type, String content) {
        final byte[] bytes;
        try {
            bytes = Base64.decode(content, Base64.DEFAULT);
        } catch (IllegalArgumentException damaged) {
            return;
        }
        final String clean = FileName.clean(name);
        activity.runOnUiThread(new Runnable() {
            @Override
            public void run() {
                downloads.whenAllowed(new Runnable() {
                    @Override
                    public void run() {
                        save(clean, type, bytes);
                    }
                });
            }
        });
    }

    @JavascriptInterface
    public void print() {
        activity.runOnUiThread(new Runnable() {
            @Override
            public void run() {
                activity.print();
            }
        });
    }

    private void save(String name, String type, byte[] bytes) {
        try {
            if (Downloads.needsPermission()) saveInFolder(name, type, bytes);
            else saveInStore(name, type, bytes);
            activity.say(activity.getString(R.string.download_saved, name));
        } catch (IOException | RuntimeException failed) {
            activity.say(activity.getString(R.string.download_failed, name));
        }
    }

    private void saveInStore(String name, String type, byte[] bytes) throws IOException {
        ContentValues values = new ContentValues();
        values.put(MediaStore.MediaColumns.DISPLAY_NAME, name);
        values.put(MediaStore.MediaColumns.MIME_TYPE, type);
        Uri file = activity.getContentResolver().insert(DOWNLOADS, values);
        if (file == null) throw new FileNotFoundException(name);
        try (OutputStream stream = activity.getContentResolver().openOutputStream(file)) {
            if (stream == null) throw new FileNotFoundException(name);
            stream.write(bytes);
        } catch (IOException | RuntimeException failed) {
            activity.getContentResolver().delete(file, null, null);
            throw failed;
        }
    }

    private void saveInFolder(String name, String type, byte[] bytes) throws IOException {
        File folder = Environment.getExternalStoragePublicDirectory(Environment.DIRECTORY_DOWNLOADS);
        if (!folder.isDirectory() && !folder.mkdirs()) throw new FileNotFoundException(folder.getPath());
        File file = new File(folder, name);
        for (int number = 1; file.exists(); number++) file = new File(folder, FileName.numbered(name, number));
        try (OutputStream stream = new FileOutputStream(file)) {
            stream.write(bytes);
        }
        ((DownloadManager) activity.getSystemService(Context.DOWNLOAD_SERVICE))
                .addCompletedDownload(name, name, true, type, file.getPath(), bytes.length, true);
    }
}
