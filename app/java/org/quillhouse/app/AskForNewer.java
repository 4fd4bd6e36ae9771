package org.quillhouse.app;

import android.app.Activity;
import android.app.AlertDialog;
import android.content.DialogInterface;
import android.content.SharedPreferences;
import android.content.pm.PackageManager;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URL;

/** Asks the site once a day whether there is a newer version of the app, and offers it. */
final class AskForNewer implements Runnable {
    private static final String PATH = "/app/version.json";
    private static final String ASKED_AT = "asked_at";
    private static final int WAIT_MS = 10_000;
    private static final int MAX_BYTES = 4096;

    private final MainActivity activity;
    private final Site site;
    private final SharedPreferences stored;
    private Thread asking;

    AskForNewer(MainActivity activity, Site site) {
        this.activity = activity;
        this.site = site;
        stored = activity.getSharedPreferences("versions", Activity.MODE_PRIVATE);
    }

    void askOnceADay() {
        if (!NewerVersion.isDue(stored.getLong(ASKED_AT, 0), System.currentTimeMillis())) return;
        if (asking != null && asking.isAlive()) return;
        asking = new Thread(this, "newer version");
        asking.start();
    }

    @Override
    public void run() {
        try {
            String answer = fetch();
            stored.edit().putLong(ASKED_AT, System.currentTimeMillis()).apply();
            int installed = activity.getPackageManager().getPackageInfo(activity.getPackageName(), 0).versionCode;
            final NewerVersion newer = NewerVersion.read(answer, installed, site);
            if (newer == null) return;
            activity.runOnUiThread(new Runnable() {
                @Override
                public void run() {
                    if (!activity.isFinishing() && !activity.isDestroyed()) offer(newer);
                }
            });
        } catch (IOException noConnection) {
            // It is asked for again when the app is next opened.
        } catch (PackageManager.NameNotFoundException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private void offer(final NewerVersion newer) {
        new AlertDialog.Builder(activity)
                .setTitle(R.string.newer_title)
                .setMessage(activity.getString(R.string.newer_text, newer.name))
                .setNegativeButton(R.string.newer_later, null)
                .setPositiveButton(R.string.newer_get, new DialogInterface.OnClickListener() {
                    @Override
                    public void onClick(DialogInterface dialog, int which) {
                        // The browser may install apps already, or asks for it.
                        activity.openElsewhere(newer.address);
                    }
                })
                .show();
    }

    /** What the site says; empty if it offers no app. */
    private String fetch() throws IOException {
        HttpURLConnection connection = (HttpURLConnection) new URL(site.at(PATH)).openConnection();
        connection.setConnectTimeout(WAIT_MS);
        connection.setReadTimeout(WAIT_MS);
        connection.setInstanceFollowRedirects(false);
        connection.setUseCaches(false);
        try {
            if (connection.getResponseCode() != HttpURLConnection.HTTP_OK) return "";
            byte[] bytes = new byte[MAX_BYTES];
            int length = 0;
            try (InputStream body = connection.getInputStream()) {
                for (int read; length < MAX_BYTES && (read = body.read(bytes, length, MAX_BYTES - length)) > 0; )
                    length += read;
            }
            return new String(bytes, 0, length, "UTF-8");
        } finally {
            connection.disconnect();
        }
    }
}
