package org.quillhouse.app;

import android.Manifest;
import android.app.DownloadManager;
import android.content.Context;
import android.content.pm.PackageManager;
import android.net.Uri;
import android.os.Build;
import android.os.Environment;
import android.webkit.CookieManager;
import android.webkit.DownloadListener;
import java.util.ArrayList;
import java.util.List;

/** Saves files of the site in the folder of downloads, and those of other sites with the browser. */
final class Downloads implements DownloadListener {
    static final int ASKS_FOR_FOLDER = 2;
    private static final int ANDROID_10 = 29;
    private static final String APP = "application/vnd.android.package-archive";

    private final MainActivity activity;
    private final Site site;
    private final List<Runnable> waiting = new ArrayList<Runnable>();

    Downloads(MainActivity activity, Site site) {
        this.activity = activity;
        this.site = site;
    }

    @Override
    public void onDownloadStart(
            final String url, final String agent, String disposition, final String type, long length) {
        if (!site.owns(url)) {
            // A page hands what it has made itself to PageTools.
            if (site.wayTo(url) == Site.Way.BROWSER) activity.openElsewhere(url);
            return;
        }
        if (APP.equals(type)) {
            // What the app has saved itself Android does not install, because the app does not ask to install any.
            activity.openElsewhere(url);
            return;
        }
        final String name = FileName.of(disposition, url);
        whenAllowed(new Runnable() {
            @Override
            public void run() {
                start(url, name, type, agent);
            }
        });
    }

    /** Does it at once, or when the person has allowed to save in the folder of downloads. */
    void whenAllowed(Runnable save) {
        if (mayUseFolder()) {
            save.run();
            return;
        }
        waiting.add(save);
        // Android refuses to ask while it asks.
        if (waiting.size() > 1) return;
        activity.requestPermissions(new String[] {Manifest.permission.WRITE_EXTERNAL_STORAGE}, ASKS_FOR_FOLDER);
    }

    /** The person has answered. */
    void answered() {
        List<Runnable> saves = new ArrayList<Runnable>(waiting);
        waiting.clear();
        if (saves.isEmpty()) return;
        if (!mayUseFolder()) activity.say(activity.getString(R.string.download_not_allowed));
        else for (Runnable save : saves) save.run();
    }

    /** From Android 10 on every app may save there. */
    static boolean needsPermission() {
        return Build.VERSION.SDK_INT < ANDROID_10;
    }

    private boolean mayUseFolder() {
        String permission = Manifest.permission.WRITE_EXTERNAL_STORAGE;
        return !needsPermission() || activity.checkSelfPermission(permission) == PackageManager.PERMISSION_GRANTED;
    }

    private void start(String url, String name, String type, String agent) {
        try {
            DownloadManager.Request request = new DownloadManager.Request(Uri.parse(url))
                    .setTitle(name)
                    .setMimeType(type)
                    .setNotificationVisibility(DownloadManager.Request.VISIBILITY_VISIBLE_NOTIFY_COMPLETED)
                    .setDestinationInExternalPublicDir(Environment.DIRECTORY_DOWNLOADS, name)
                    .addRequestHeader("User-Agent", agent);
            String cookies = CookieManager.getInstance().getCookie(url);
            if (cookies != null) request.addRequestHeader("Cookie", cookies);
            ((DownloadManager) activity.getSystemService(Context.DOWNLOAD_SERVICE)).enqueue(request);
            activity.say(activity.getString(R.string.download_started, name));
        } catch (RuntimeException noDownloads) {
            // The service may be switched off, or there may be no folder.
            activity.openElsewhere(url);
        }
    }
}
