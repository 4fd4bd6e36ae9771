package android.app;

import android.content.ActivityNotFoundException;
import android.content.ContentResolver;
import android.content.Context;
import android.content.Intent;
import android.content.SharedPreferences;
import android.content.res.AssetManager;
import android.content.res.Configuration;
import android.content.res.Resources;
import android.net.ConnectivityManager;
import android.os.Bundle;
import android.view.View;
import android.view.Window;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

public class Activity extends Context {
    public static final int RESULT_OK = -1;

    public final List<Intent> started = new ArrayList<Intent>();
    public final Map<Integer, View> views = new HashMap<Integer, View>();
    public final Map<Integer, String> strings = new HashMap<Integer, String>();
    public final ContentResolver resolver = new ContentResolver();
    public final DownloadManager manager = new DownloadManager();
    public final ConnectivityManager connectivity = new ConnectivityManager();
    public final Resources resources = new Resources();
    public Intent intent;
    public String asked;
    public int timesAsked;
    public boolean isAllowed;
    public boolean isFinished;
    /** No app opens anything. */
    public boolean isAlone;

    protected void onCreate(Bundle saved) {}

    protected void onNewIntent(Intent intent) {}

    protected void onSaveInstanceState(Bundle saved) {}

    protected void onResume() {}

    protected void onPause() {}

    protected void onDestroy() {}

    public void onBackPressed() {
        isFinished = true;
    }

    public void onConfigurationChanged(Configuration now) {}

    protected void onActivityResult(int request, int result, Intent data) {}

    public void onRequestPermissionsResult(int request, String[] permissions, int[] answers) {}

    public void setContentView(int layout) {}

    public View findViewById(int id) {
        return views.get(id);
    }

    public final String getString(int id) {
        return strings.get(id);
    }

    public final String getString(int id, Object... values) {
        return String.format(strings.get(id), values);
    }

    public Intent getIntent() {
        return intent;
    }

    public void setIntent(Intent intent) {
        this.intent = intent;
    }

    public void startActivity(Intent intent) {
        if (isAlone) throw new ActivityNotFoundException();
        started.add(intent);
    }

    public void startActivityForResult(Intent intent, int request) {
        startActivity(intent);
    }

    public void finish() {
        isFinished = true;
    }

    public boolean isDestroyed() {
        return false;
    }

    public boolean isFinishing() {
        return isFinished;
    }

    public final void runOnUiThread(Runnable work) {
        work.run();
    }

    public final void requestPermissions(String[] permissions, int request) {
        asked = permissions[0];
        timesAsked++;
    }

    public int checkSelfPermission(String permission) {
        return isAllowed ? 0 : -1;
    }

    public ContentResolver getContentResolver() {
        return resolver;
    }

    public Resources getResources() {
        return resources;
    }

    public AssetManager getAssets() {
        return new AssetManager();
    }

    public final int getColor(int id) {
        return id;
    }

    public Window getWindow() {
        return new Window();
    }

    public SharedPreferences getSharedPreferences(String name, int mode) {
        return new SharedPreferences() {
            /** Asked for a newer version a moment ago. */
            @Override
            public long getLong(String name, long otherwise) {
                return System.currentTimeMillis();
            }

            @Override
            public Editor edit() {
                throw new UnsupportedOperationException();
            }
        };
    }

    public Object getSystemService(String name) {
        return name.equals(DOWNLOAD_SERVICE) ? manager : name.equals(CONNECTIVITY_SERVICE) ? connectivity : null;
    }
}
