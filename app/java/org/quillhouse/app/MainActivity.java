package org.quillhouse.app;

import android.app.Activity;
import android.content.ActivityNotFoundException;
import android.content.ClipData;
import android.content.Context;
import android.content.Intent;
import android.content.res.Configuration;
import android.net.ConnectivityManager;
import android.net.Network;
import android.net.NetworkCapabilities;
import android.net.NetworkRequest;
import android.net.Uri;
import android.os.Build;
import android.os.Bundle;
import android.print.PrintAttributes;
import android.print.PrintManager;
import android.view.View;
import android.view.ViewGroup;
import android.view.WindowInsets;
import android.webkit.CookieManager;
import android.webkit.ValueCallback;
import android.webkit.WebChromeClient;
import android.webkit.WebSettings;
import android.webkit.WebView;
import android.widget.ProgressBar;
import android.widget.TextView;
import android.widget.Toast;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import org.json.JSONObject;

/** The site on the whole screen. */
public final class MainActivity extends Activity {
    private static final int CHOOSES_FILES = 1;
    private static final String ADDRESS = "address";
    private static final int ALL = 100;
    /** Of Android 8, where the lower bar is still black: a theme can say from 8.1 on that it is light. */
    private static final int LIGHT_NAVIGATION_BAR = 0x10;
    private static final int ANDROID_8_1 = 27;

    private Site site;
    private Downloads downloads;
    private AskForNewer askForNewer;
    private ViewGroup frame;
    private ProgressBar progress;
    private View failure;
    private WebView page;
    private PageClient client;
    private String failed;
    private ValueCallback<Uri[]> chosen;
    private View fullScreen;
    private WebChromeClient.CustomViewCallback fullScreenLeft;
    private ConnectivityManager.NetworkCallback connected;
    private volatile SharedFile shared;
    /** Whether somebody has gone to another site, which may be a provider of log-ins. Pages forget at the same time as this. */
    private boolean hasLeft;

    @Override
    protected void onCreate(Bundle saved) {
        super.onCreate(saved);
        site = new Site(getString(R.string.site_address));
        downloads = new Downloads(this, site);
        askForNewer = new AskForNewer(this, site);
        setContentView(R.layout.main);
        frame = (ViewGroup) findViewById(R.id.frame);
        progress = (ProgressBar) findViewById(R.id.progress);
        failure = findViewById(R.id.failure);
        findViewById(R.id.again).setOnClickListener(new View.OnClickListener() {
            @Override
            public void onClick(View button) {
                load(failed);
            }
        });
        drawBehindBars();
        openPage();
        String address = saved == null ? null : saved.getString(ADDRESS);
        if (address != null) load(site.pageOf(address));
        else open(getIntent(), true);
    }

    @Override
    protected void onNewIntent(Intent intent) {
        setIntent(intent);
        open(intent, false);
    }

    @Override
    protected void onSaveInstanceState(Bundle saved) {
        super.onSaveInstanceState(saved);
        saved.putString(ADDRESS, page.getUrl());
    }

    @Override
    protected void onResume() {
        super.onResume();
        page.onResume();
        askForNewer.askOnceADay();
    }

    @Override
    protected void onPause() {
        CookieManager.getInstance().flush();
        page.onPause();
        super.onPause();
    }

    @Override
    protected void onDestroy() {
        awaitConnection(false);
        page.destroy();
        super.onDestroy();
    }

    @Override
    public void onBackPressed() {
        if (fullScreen != null) hideFullScreen();
        else if (page.canGoBack()) page.goBack();
        else super.onBackPressed();
    }

    @Override
    public void onConfigurationChanged(Configuration now) {
        super.onConfigurationChanged(now);
        page.getSettings().setTextZoom(Math.round(ALL * now.fontScale));
        dress();
    }

    /** What the app was opened with: a link, a file or nothing. */
    private void open(Intent intent, boolean isFirst) {
        // From the list of recent apps Android repeats what the app was opened with, which is done.
        boolean isRepeated = (intent.getFlags() & Intent.FLAG_ACTIVITY_LAUNCHED_FROM_HISTORY) != 0;
        String action = isRepeated ? Intent.ACTION_MAIN : intent.getAction();
        if (Intent.ACTION_SEND.equals(action)) openShared(intent, isFirst);
        else if (Intent.ACTION_VIEW.equals(action)) openLink(intent.getDataString());
        else if (isFirst) load(site.at("/"));
    }

    private void openLink(String link) {
        String address = site.pageOf(link);
        if (hasLeft || !site.isProviderAnswer(address)) load(address);
        else {
            // The browser that went to the provider has the other half of the log-in.
            openInBrowser(address);
            if (page.getUrl() == null) finish();
        }
    }

    private void openShared(Intent intent, boolean isFirst) {
        SharedFile file = SharedFile.of(intent, getContentResolver());
        String address = file == null ? addressIn(intent) : null;
        if (file != null) {
            shared = file;
            load(site.at(SharedFile.PAGE));
        } else if (address != null) {
            load(address);
        } else {
            say(getString(R.string.share_nothing));
            if (isFirst) load(site.at("/"));
        }
    }

    /** A page of the site that a shared text names; null if there is none. */
    private String addressIn(Intent intent) {
        try {
            CharSequence text = intent.getCharSequenceExtra(Intent.EXTRA_TEXT);
            return text == null ? null : site.findPage(text.toString());
        } catch (RuntimeException unknownClass) {
            return null;
        }
    }

    /** The file that was shared, once: another app's leave to read it may end at any time. */
    SharedFile takeShared() {
        SharedFile file = shared;
        shared = null;
        return file;
    }

    private void openPage() {
        page = new WebView(this);
        WebSettings settings = page.getSettings();
        settings.setJavaScriptEnabled(true);
        settings.setDomStorageEnabled(true);
        settings.setAllowFileAccess(false);
        settings.setAllowContentAccess(false);
        settings.setMixedContentMode(WebSettings.MIXED_CONTENT_NEVER_ALLOW);
        // A recording is played once it is loaded, which may be long after the tap.
        settings.setMediaPlaybackRequiresUserGesture(false);
        settings.setTextZoom(Math.round(ALL * getResources().getConfiguration().fontScale));
        client = new PageClient(this, site);
        page.setWebViewClient(client);
        page.setWebChromeClient(new PageWindow(this));
        page.setDownloadListener(downloads);
        page.addJavascriptInterface(new PageTools(this, downloads), PageTools.NAME);
        frame.addView(page, 0);
        dress();
    }

    private void load(String address) {
        client.forgetFailure();
        page.loadUrl(address);
    }

    /** After the page's own process has ended, which Android does where memory is short. */
    void openAgain() {
        String address = page.getUrl();
        frame.removeView(page);
        page.destroy();
        openPage();
        load(site.pageOf(address));
    }

    void showPage() {
        failure.setVisibility(View.GONE);
        page.setVisibility(View.VISIBLE);
        awaitConnection(false);
        page.evaluateJavascript("window.print = () => " + PageTools.NAME + ".print()", null);
        SharedFile file = shared;
        if (file == null) return;
        String arguments = JSONObject.quote(SharedFile.PATH) + "," + JSONObject.quote(file.name) + ","
                + JSONObject.quote(file.type);
        page.evaluateJavascript(readScript("share.js") + "\nchooseSharedFile(" + arguments + ")", null);
    }

    /** In place of a page that can't be loaded and that the site has not kept on the device. */
    void showFailure(String url, int text) {
        failed = url;
        ((TextView) findViewById(R.id.reason)).setText(getString(text, Uri.parse(url).getHost()));
        page.setVisibility(View.INVISIBLE);
        failure.setVisibility(View.VISIBLE);
        awaitConnection(true);
    }

    void showProgress(int percent) {
        progress.setProgress(percent);
        progress.setVisibility(percent < ALL ? View.VISIBLE : View.GONE);
    }

    /** Loads the page again as soon as there is a network. */
    private void awaitConnection(boolean isWanted) {
        ConnectivityManager manager = (ConnectivityManager) getSystemService(Context.CONNECTIVITY_SERVICE);
        if (!isWanted && connected != null) {
            manager.unregisterNetworkCallback(connected);
            connected = null;
        }
        // With a network the site itself can't be reached: only the button tries again.
        if (!isWanted || connected != null || manager.getActiveNetworkInfo() != null) return;
        connected = new ConnectivityManager.NetworkCallback() {
            @Override
            public void onAvailable(Network network) {
                runOnUiThread(new Runnable() {
                    @Override
                    public void run() {
                        if (connected == null) return;
                        awaitConnection(false);
                        load(failed);
                    }
                });
            }
        };
        manager.registerNetworkCallback(
                new NetworkRequest.Builder().addCapability(NetworkCapabilities.NET_CAPABILITY_INTERNET).build(), connected);
    }

    /** Opens an address with the app for it, which is never this one: for a page of another site, a mail or the app's file. */
    void openElsewhere(String address) {
        hasLeft = true;
        try {
            startActivity(new Intent(Intent.ACTION_VIEW, Uri.parse(address)).addCategory(Intent.CATEGORY_BROWSABLE));
        } catch (ActivityNotFoundException none) {
            say(getString(R.string.no_app));
        }
    }

    /** Opens a page of the site in the browser, not in this app. */
    private void openInBrowser(String address) {
        Intent browser = new Intent(Intent.ACTION_MAIN).addCategory(Intent.CATEGORY_APP_BROWSER);
        Intent view = new Intent(Intent.ACTION_VIEW, Uri.parse(address));
        view.setSelector(browser);
        try {
            startActivity(view);
        } catch (ActivityNotFoundException none) {
            load(address);
        }
    }

    /** Lets a page have files; false if there is no app to choose them with. */
    boolean chooseFiles(Intent choose, ValueCallback<Uri[]> answer) {
        if (chosen != null) chosen.onReceiveValue(null);
        chosen = answer;
        try {
            startActivityForResult(choose, CHOOSES_FILES);
            return true;
        } catch (ActivityNotFoundException none) {
            chosen = null;
            say(getString(R.string.no_app));
            return false;
        }
    }

    @Override
    protected void onActivityResult(int request, int result, Intent data) {
        if (request != CHOOSES_FILES || chosen == null) return;
        chosen.onReceiveValue(result == RESULT_OK && data != null ? urisOf(data) : null);
        chosen = null;
    }

    private static Uri[] urisOf(Intent data) {
        ClipData clip = data.getClipData();
        if (clip == null) return data.getData() == null ? null : new Uri[] {data.getData()};
        Uri[] uris = new Uri[clip.getItemCount()];
        for (int at = 0; at < uris.length; at++) uris[at] = clip.getItemAt(at).getUri();
        return uris;
    }

    @Override
    public void onRequestPermissionsResult(int request, String[] permissions, int[] answers) {
        if (request == Downloads.ASKS_FOR_FOLDER) downloads.answered();
    }

    void showFullScreen(View view, WebChromeClient.CustomViewCallback left) {
        if (fullScreen != null) hideFullScreen();
        fullScreen = view;
        fullScreenLeft = left;
        frame.addView(view);
        dress();
    }

    void hideFullScreen() {
        if (fullScreen == null) return;
        frame.removeView(fullScreen);
        fullScreen = null;
        fullScreenLeft.onCustomViewHidden();
        dress();
    }

    void print() {
        String title = page.getTitle();
        String name = title == null || title.isEmpty() ? getString(R.string.app_name) : title;
        ((PrintManager) getSystemService(Context.PRINT_SERVICE))
                .print(name, page.createPrintDocumentAdapter(name), new PrintAttributes.Builder().build());
    }

    void say(String text) {
        Toast.makeText(this, text, Toast.LENGTH_LONG).show();
    }

    /** From any thread. */
    void sayLater(final int text) {
        runOnUiThread(new Runnable() {
            @Override
            public void run() {
                say(getString(text));
            }
        });
    }

    /** The site's colour reaches behind the bars and the camera, the page only up to them and to the keyboard. */
    private void drawBehindBars() {
        frame.setOnApplyWindowInsetsListener(new View.OnApplyWindowInsetsListener() {
            @Override
            public WindowInsets onApplyWindowInsets(View view, WindowInsets insets) {
                view.setPadding(
                        insets.getSystemWindowInsetLeft(), insets.getSystemWindowInsetTop(),
                        insets.getSystemWindowInsetRight(), insets.getSystemWindowInsetBottom());
                return insets.consumeSystemWindowInsets();
            }
        });
    }

    /** Colours and bars, by the theme that is in force. */
    private void dress() {
        int behind = View.SYSTEM_UI_FLAG_LAYOUT_FULLSCREEN | View.SYSTEM_UI_FLAG_LAYOUT_HIDE_NAVIGATION;
        // A stable layout keeps the room of hidden bars free.
        int shown = View.SYSTEM_UI_FLAG_LAYOUT_STABLE;
        int none = View.SYSTEM_UI_FLAG_FULLSCREEN
                | View.SYSTEM_UI_FLAG_HIDE_NAVIGATION
                | View.SYSTEM_UI_FLAG_IMMERSIVE_STICKY;
        boolean isLight = getResources().getBoolean(R.bool.is_light);
        int lower = Build.VERSION.SDK_INT < ANDROID_8_1 ? 0 : LIGHT_NAVIGATION_BAR;
        int icons = isLight ? View.SYSTEM_UI_FLAG_LIGHT_STATUS_BAR | lower : 0;
        getWindow().getDecorView().setSystemUiVisibility(behind | icons | (fullScreen == null ? shown : none));
        int paper = getColor(R.color.paper);
        frame.setBackgroundColor(paper);
        failure.setBackgroundColor(paper);
        // Until a page paints its own.
        page.setBackgroundColor(paper);
        ((TextView) findViewById(R.id.reason)).setTextColor(getColor(R.color.ink));
    }

    private String readScript(String name) {
        try (InputStream script = getAssets().open(name)) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            byte[] part = new byte[4096];
            for (int read; (read = script.read(part)) > 0; ) bytes.write(part, 0, read);
            return bytes.toString("UTF-8");
        } catch (IOException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
