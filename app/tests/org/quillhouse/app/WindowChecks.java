package org.quillhouse.app;

import android.app.DownloadManager;
import android.content.ClipData;
import android.content.Intent;
import android.net.Uri;
import android.net.http.SslError;
import android.os.Build;
import android.os.Bundle;
import android.os.Environment;
import android.view.View;
import android.view.ViewGroup;
import android.view.Window;
import android.webkit.CookieManager;
import android.webkit.SslErrorHandler;
import android.webkit.ValueCallback;
import android.webkit.WebChromeClient;
import android.webkit.WebResourceRequest;
import android.webkit.WebResourceResponse;
import android.webkit.WebView;
import android.widget.ProgressBar;
import android.widget.TextView;
import android.widget.Toast;
import java.io.File;
import java.io.InputStream;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.Scanner;

/** Checks of the window, with stand-ins for the parts of Android that it calls. */
final class WindowChecks {
    private static final int ANDROID_6 = 23;
    private static final int ANDROID_10 = 29;
    private static final String FIRST = "https://books.example.org/";
    private static final String BOOK = FIRST + "books/1";
    private static final String ANSWER = FIRST + "auth/oidc/school/callback?code=1";
    private static final String SHARED = FIRST + "app/shared-file";

    private WindowChecks() {}

    static void run() throws Exception {
        starts();
        links();
        providerAnswers();
        sharedFiles();
        downloads();
        savedFiles();
        failures();
        windows();
        chosenFiles();
    }

    private static void starts() {
        same("it starts with the first page", "[" + FIRST + "]", pageOf(opened(null)).loaded);
        same("or with the page of a link", "[" + BOOK + "]", pageOf(opened(link(BOOK))).loaded);
        same("or with the first for another site's", "[" + FIRST + "]", pageOf(opened(link("https://e.org/"))).loaded);
        MainActivity open = opened(null);
        open.onNewIntent(link(BOOK));
        same("a link is opened while it is open", "[" + FIRST + ", " + BOOK + "]", pageOf(open).loaded);
        open.onNewIntent(new Intent(Intent.ACTION_MAIN));
        same("coming back changes nothing", 2, pageOf(open).loaded.size());
        Bundle saved = new Bundle();
        open.onSaveInstanceState(saved);
        same("the page is there again after Android has ended the app", "[" + BOOK + "]",
                pageOf(opened(null, saved)).loaded);
        saved.putString("address", "https://example.com/");
        same("but never another site", "[" + FIRST + "]", pageOf(opened(null, saved)).loaded);
        for (Intent done : new Intent[] {link(BOOK), link(ANSWER), new Intent(Intent.ACTION_SEND)}) {
            done.flags = Intent.FLAG_ACTIVITY_LAUNCHED_FROM_HISTORY;
            Toast.said = null;
            MainActivity again = opened(done);
            same("what opened it before is not repeated", "[" + FIRST + "] [] null",
                    pageOf(again).loaded + " " + again.started + " " + Toast.said);
            open.onNewIntent(done);
        }
        same("nor while it is open", 2, pageOf(open).loaded.size());
    }

    private static void links() {
        MainActivity activity = opened(null);
        WebView page = pageOf(activity);
        PageClient client = (PageClient) page.client;
        same("the site's pages are left to the page", false, client.shouldOverrideUrlLoading(page, BOOK));
        same("also in frames, other sites' too", false, client.shouldOverrideUrlLoading(page, asked("https://e.org/", false)));
        same("another site is not loaded", true, client.shouldOverrideUrlLoading(page, asked("https://e.org/a", true)));
        Intent view = activity.started.get(0);
        same("but viewed", "VIEW BROWSABLE https://e.org/a", wordsOf(view));
        same("a mail too", true, client.shouldOverrideUrlLoading(page, "mailto:a@example.org"));
        same("is written elsewhere", "mailto:a@example.org", activity.started.get(1).getDataString());
        same("an intent of a page is not loaded", true, client.shouldOverrideUrlLoading(page, "intent://a#Intent;end"));
        same("and starts nothing", 2, activity.started.size());
        same("a link without encryption", true, client.shouldOverrideUrlLoading(page, "http://books.example.org/books/1"));
        same("is loaded with it", BOOK, page.getUrl());
        activity.isAlone = true;
        client.shouldOverrideUrlLoading(page, "tel:110");
        same("a link that no app opens is told of", "no_app", Toast.said);
    }

    private static void providerAnswers() {
        MainActivity fresh = opened(link(ANSWER));
        Intent browser = fresh.started.get(0);
        same("an answer that was not asked for goes to the browser", "VIEW null " + ANSWER, wordsOf(browser));
        same("which Android chooses", "MAIN APP_BROWSER null", wordsOf(browser.selector));
        same("and leaves no empty window", true, fresh.isFinished && pageOf(fresh).loaded.isEmpty());
        MainActivity open = opened(null);
        open.onNewIntent(link(ANSWER));
        same("nor closes one with a page", false, open.isFinished);
        ((PageClient) pageOf(open).client).shouldOverrideUrlLoading(pageOf(open), "https://school.example/authorize");
        open.onNewIntent(link(ANSWER));
        same("an answer that was asked for is loaded", ANSWER, pageOf(open).getUrl());
    }

    private static void sharedFiles() {
        Intent send = new Intent(Intent.ACTION_SEND);
        send.extras.put(Intent.EXTRA_STREAM, Uri.parse("content://files/7"));
        MainActivity activity = activity(send);
        activity.resolver.name = "The \"Lamp\"/1.pdf";
        activity.onCreate(null);
        WebView page = pageOf(activity);
        PageClient client = (PageClient) page.client;
        same("a shared file opens the form", FIRST + "create", page.getUrl());
        same("nothing else is answered by the app", null, client.shouldInterceptRequest(page, asked(BOOK, false)));
        client.onPageFinished(page, page.getUrl());
        same("a page gets the script with the name as a text",
                "the script\nchooseSharedFile(\"\\/app\\/shared-file\",\"The Lamp 1.pdf\",\"application\\/pdf\")", lastScript(page));
        same("but no page is made of the file", null, client.shouldInterceptRequest(page, asked(SHARED, true)));
        WebResourceResponse answer = client.shouldInterceptRequest(page, asked(SHARED, false));
        same("which has the file", "application/octet-stream a book", answer.type + " " + textOf(answer.content));
        same("once", null, client.shouldInterceptRequest(page, asked(SHARED, false)));
        client.onPageFinished(page, page.getUrl());
        same("then the page gets no script", "window.print = () => quillhouseApp.print()", lastScript(page));

        MainActivity broken = activity(send);
        broken.resolver.isBroken = true;
        broken.onCreate(null);
        client = (PageClient) pageOf(broken).client;
        client.onPageFinished(page, FIRST + "create");
        same("an app that tells nothing: the name is from the address", true, lastScript(pageOf(broken)).contains("\"7\""));
        same("and the file can't be read", null, client.shouldInterceptRequest(page, asked(SHARED, false)));
        same("which is said", "share_failed", Toast.said);

        Intent file = new Intent(Intent.ACTION_SEND);
        file.extras.put(Intent.EXTRA_STREAM, Uri.parse("file:///data/data/org.quillhouse.site/a"));
        same("a path of the device is no file", "[" + FIRST + "]", pageOf(opened(file)).loaded);
        same("which is said too", "share_nothing", Toast.said);
        Intent foreign = new Intent(Intent.ACTION_SEND);
        foreign.isForeign = true;
        same("extras that only their app can read are none", "[" + FIRST + "]", pageOf(opened(foreign)).loaded);
        foreign.clip = new ClipData(new ClipData.Item(null));
        same("nor is a clip without a file one", "[" + FIRST + "]", pageOf(opened(foreign)).loaded);
        foreign.clip = new ClipData(new ClipData.Item(Uri.parse("content://files/7")));
        same("but its file is found", "[" + FIRST + "create]", pageOf(opened(foreign)).loaded);
        Intent text = new Intent(Intent.ACTION_SEND);
        text.extras.put(Intent.EXTRA_TEXT, "Read " + BOOK);
        same("a text with a page of the site opens it", "[" + BOOK + "]", pageOf(opened(text)).loaded);
    }

    private static void downloads() {
        Build.VERSION.SDK_INT = ANDROID_10;
        CookieManager.cookies = "language=de";
        MainActivity activity = opened(null);
        String file = FIRST + "files/book/1?download=1";
        String name = "attachment; filename*=UTF-8''T%C3%BCr.epub";
        pageOf(activity).downloads.onDownloadStart(file, "an agent", name, "application/epub+zip", 9);
        DownloadManager.Request request = activity.manager.requests.get(0);
        same("a book is downloaded under its name", file + " Download/Tür.epub", request.address + " " + request.name);
        same("with what the page would send", "{Cookie=language=de, User-Agent=an agent}", request.headers);
        same("which is said", "download_started Tür.epub", Toast.said);
        CookieManager.cookies = null;
        pageOf(activity).downloads.onDownloadStart(file, "an agent", name, "application/epub+zip", 9);
        same("without cookies none are sent", "{User-Agent=an agent}", activity.manager.requests.get(1).headers);
        pageOf(activity).downloads.onDownloadStart("https://e.org/1.pdf", "an agent", name, "application/pdf", 9);
        same("another site's file is not", 2, activity.manager.requests.size());
        same("the browser has it", "https://e.org/1.pdf", activity.started.get(0).getDataString());
        pageOf(activity).downloads.onDownloadStart("blob:" + FIRST + "1", "an agent", name, "application/pdf", 9);
        same("what is in memory is left to the page", 1, activity.started.size());
        pageOf(activity).downloads.onDownloadStart(
                FIRST + "app/lamp.apk", "an agent", name, "application/vnd.android.package-archive", 9);
        same("the app itself is not either", 2, activity.manager.requests.size());
        same("the browser may install it", FIRST + "app/lamp.apk", activity.started.get(1).getDataString());
        activity.manager.isOff = true;
        pageOf(activity).downloads.onDownloadStart(file, "an agent", name, "application/pdf", 9);
        same("without Android's downloads the browser has it", file, activity.started.get(2).getDataString());

        Build.VERSION.SDK_INT = ANDROID_6;
        MainActivity older = opened(null);
        pageOf(older).downloads.onDownloadStart(file, "an agent", name, "application/pdf", 9);
        same("Android 6 asks first", "android.permission.WRITE_EXTERNAL_STORAGE", older.asked);
        same("and downloads nothing yet", 0, older.manager.requests.size());
        older.onRequestPermissionsResult(Downloads.ASKS_FOR_FOLDER, new String[0], new int[0]);
        same("a refusal is told of", "download_not_allowed", Toast.said);
        older.isAllowed = true;
        older.onRequestPermissionsResult(Downloads.ASKS_FOR_FOLDER, new String[0], new int[0]);
        same("and nothing is downloaded later", 0, older.manager.requests.size());
        older.isAllowed = false;
        pageOf(older).downloads.onDownloadStart(file, "an agent", name, "application/pdf", 9);
        older.isAllowed = true;
        older.onRequestPermissionsResult(Downloads.ASKS_FOR_FOLDER, new String[0], new int[0]);
        same("what was allowed is downloaded", 1, older.manager.requests.size());

        MainActivity twice = opened(null);
        pageOf(twice).downloads.onDownloadStart(file, "an agent", name, "application/pdf", 9);
        pageOf(twice).downloads.onDownloadStart(BOOK, "an agent", name, "application/pdf", 9);
        same("while Android asks it is not asked again", 1, twice.timesAsked);
        twice.isAllowed = true;
        twice.onRequestPermissionsResult(Downloads.ASKS_FOR_FOLDER, new String[0], new int[0]);
        same("and then all is downloaded", 2, twice.manager.requests.size());
    }

    private static void savedFiles() throws Exception {
        Build.VERSION.SDK_INT = ANDROID_10;
        MainActivity activity = opened(null);
        PageTools tools = (PageTools) pageOf(activity).tools;
        tools.saveFile("../Marks.md", "text/markdown", "TGFtcHM=");
        same("a page's own file is saved", "Lamps", activity.resolver.written.toString());
        same("under a clean name", "download_saved Marks.md", Toast.said);
        tools.saveFile("a.md", "text/markdown", "no base64!");
        same("damaged content is not", "Lamps", activity.resolver.written.toString());
        activity.resolver.isBroken = true;
        tools.saveFile("a.md", "text/markdown", "TGFtcHM=");
        same("a failure is told of", "download_failed a.md", Toast.said);

        Build.VERSION.SDK_INT = ANDROID_6;
        Environment.downloads = Files.createTempDirectory("downloads").toFile();
        MainActivity older = opened(null);
        older.isAllowed = true;
        tools = (PageTools) pageOf(older).tools;
        tools.saveFile("a.md", "text/markdown", "TGFtcHM=");
        tools.saveFile("a.md", "text/markdown", "TGFtcA==");
        File second = new File(Environment.downloads, "a (1).md");
        same("on Android 6 in the folder, beside one of that name", "Lamp", new String(Files.readAllBytes(second.toPath())));
        same("and shown among downloads", second.getPath(), older.manager.completed);
    }

    private static void failures() {
        MainActivity activity = opened(null);
        WebView page = pageOf(activity);
        PageClient client = (PageClient) page.client;
        TextView reason = (TextView) activity.findViewById(R.id.reason);
        View failure = activity.findViewById(R.id.failure);
        client.onReceivedError(page, asked(FIRST + "picture.png", false), null);
        same("a picture that fails is no failure", View.GONE, failure.visibility);
        client.onPageStarted(page, FIRST, null);
        client.onReceivedError(page, asked(FIRST, true), null);
        client.onPageStarted(page, FIRST, null);
        client.onPageFinished(page, FIRST);
        same("a page that fails is told of", "0 4 offline_text books.example.org",
                failure.visibility + " " + page.visibility + " " + reason.text);
        same("and awaits a network", true, activity.connectivity.registered != null);
        activity.connectivity.registered.onAvailable(null);
        same("with which it is loaded again", "[" + FIRST + ", " + FIRST + "]", page.loaded);
        same("once", null, activity.connectivity.registered);
        client.onPageStarted(page, FIRST, null);
        client.onPageFinished(page, FIRST);
        same("and shown", "8 0", failure.visibility + " " + page.visibility);

        activity.connectivity.isConnected = true;
        client.onReceivedError(page, asked(BOOK, true), null);
        same("with a network none is awaited", null, activity.connectivity.registered);
        activity.findViewById(R.id.again).clicked.onClick(null);
        same("the button loads the page that failed", BOOK, page.getUrl());
        client.onPageFinished(page, BOOK);
        same("which is shown then", View.VISIBLE, page.visibility);
        client.onReceivedError(page, asked(BOOK, true), null);
        client.onPageStarted(page, FIRST, null);
        client.onPageFinished(page, FIRST);
        page.visibility = View.INVISIBLE;
        client.onPageStarted(page, BOOK, null);
        client.onPageFinished(page, BOOK);
        same("so is one that is gone back to", View.VISIBLE, page.visibility);

        SslErrorHandler handler = new SslErrorHandler();
        client.onReceivedSslError(page, handler, new SslError(FIRST));
        same("a refused certificate is told of", "true 0 insecure_text books.example.org",
                handler.isCancelled + " " + failure.visibility + " " + reason.text);

        activity = opened(link(BOOK));
        page = pageOf(activity);
        ((PageClient) page.client).onRenderProcessGone(page, null);
        ViewGroup frame = (ViewGroup) activity.findViewById(R.id.frame);
        same("a page whose process is gone is opened again", "true false [" + BOOK + "] 1",
                page.isDestroyed + " " + (pageOf(activity) == page) + " " + pageOf(activity).loaded + " "
                        + frame.children.size());
        activity.onDestroy();
        same("a closed window ends its page", true, pageOf(activity).isDestroyed);
    }

    private static void windows() {
        for (int android : new int[] {26, 27}) {
            Build.VERSION.SDK_INT = android;
            opened(null);
            same("signs in the lower bar are dark where it is light: " + android, android == 27 ? 0x10 : 0,
                    Window.DECOR.bars & 0x10);
        }
        MainActivity activity = activity(null);
        activity.resources.configuration.fontScale = 1.3f;
        activity.onCreate(null);
        WebView page = pageOf(activity);
        same("text has the size that is set", 130, page.settings.zoom);
        same("recordings are played whenever they are loaded", false, page.settings.asksForTap);
        activity.resources.configuration.fontScale = 0.85f;
        activity.onConfigurationChanged(activity.resources.configuration);
        same("also when that changes", 85, page.settings.zoom);
        page.hasHistory = true;
        activity.onBackPressed();
        same("back goes back", "[" + FIRST + ", back] false", page.loaded + " " + activity.isFinished);
        final boolean[] isLeft = {false};
        int usual = Window.DECOR.bars;
        ((PageWindow) page.window).onShowCustomView(new View(), new WebChromeClient.CustomViewCallback() {
            @Override
            public void onCustomViewHidden() {
                isLeft[0] = true;
            }
        });
        same("full screen hides the bars, and the page has their room", (usual & ~0x100) | 4 | 2 | 0x1000,
                Window.DECOR.bars);
        activity.onBackPressed();
        same("back leaves it first", "true 2", isLeft[0] + " " + page.loaded.size());
        same("and shows the bars", usual, Window.DECOR.bars);
        page.hasHistory = false;
        activity.onBackPressed();
        same("back on the first page closes", true, activity.isFinished);
        activity.onResume();
        activity.onPause();
        View progress = activity.findViewById(R.id.progress);
        ((PageWindow) page.window).onProgressChanged(page, 40);
        same("loading is shown", View.VISIBLE, progress.visibility);
        ((PageWindow) page.window).onProgressChanged(page, 100);
        same("until it is done", View.GONE, progress.visibility);
    }

    private static void chosenFiles() {
        MainActivity activity = opened(null);
        PageWindow window = (PageWindow) pageOf(activity).window;
        Chosen first = new Chosen();
        same("files are chosen", true, window.onShowFileChooser(null, first, field(1, ".pdf", ".epub")));
        Intent choose = activity.started.get(0);
        same("of these types, several", "*/* [application/pdf, application/epub+zip] true",
                choose.type + " " + Arrays.toString((String[]) choose.extras.get(Intent.EXTRA_MIME_TYPES)) + " "
                        + choose.extras.get(Intent.EXTRA_ALLOW_MULTIPLE));
        Chosen second = new Chosen();
        window.onShowFileChooser(null, second, field(0, "image/*"));
        same("one type is said as it is", "image/* null", activity.started.get(1).type + " "
                + activity.started.get(1).extras.get(Intent.EXTRA_MIME_TYPES));
        same("an earlier choice ends", "null", first.answer);
        activity.onActivityResult(1, -1, new Intent(null, Uri.parse("content://a")));
        same("the page gets the file", "[content://a]", second.answer);
        Chosen several = new Chosen();
        window.onShowFileChooser(null, several, field(1, ""));
        Intent both = new Intent(null);
        both.clip = new ClipData(new ClipData.Item(Uri.parse("content://a")), new ClipData.Item(Uri.parse("content://b")));
        activity.onActivityResult(1, -1, both);
        same("or all of them", "[content://a, content://b]", several.answer);
        Chosen none = new Chosen();
        window.onShowFileChooser(null, none, field(0, ""));
        activity.onActivityResult(1, 0, null);
        same("or none", "null", none.answer);
        activity.isAlone = true;
        same("without an app for it nothing is chosen", false, window.onShowFileChooser(null, new Chosen(), field(0, "")));
        same("which is said", "no_app", Toast.said);
    }

    private static final class Chosen implements ValueCallback<Uri[]> {
        String answer = "nothing yet";

        @Override
        public void onReceiveValue(Uri[] uris) {
            answer = Arrays.toString(uris);
        }
    }

    private static WebChromeClient.FileChooserParams field(final int mode, final String... accepted) {
        return new WebChromeClient.FileChooserParams() {
            @Override
            public int getMode() {
                return mode;
            }

            @Override
            public String[] getAcceptTypes() {
                return accepted;
            }
        };
    }

    private static MainActivity opened(Intent intent) {
        return opened(intent, null);
    }

    private static MainActivity opened(Intent intent, Bundle saved) {
        MainActivity activity = activity(intent);
        activity.onCreate(saved);
        return activity;
    }

    private static MainActivity activity(Intent intent) {
        MainActivity activity = new MainActivity();
        activity.intent = intent == null ? new Intent(Intent.ACTION_MAIN) : intent;
        activity.views.put(R.id.frame, new ViewGroup());
        activity.views.put(R.id.progress, new ProgressBar());
        activity.views.put(R.id.failure, new View());
        activity.views.put(R.id.reason, new TextView());
        activity.views.put(R.id.again, new View());
        activity.findViewById(R.id.failure).visibility = View.GONE;
        activity.strings.put(R.string.site_address, "https://books.example.org");
        activity.strings.put(R.string.offline_text, "offline_text %s");
        activity.strings.put(R.string.insecure_text, "insecure_text %s");
        activity.strings.put(R.string.download_started, "download_started %s");
        activity.strings.put(R.string.download_saved, "download_saved %s");
        activity.strings.put(R.string.download_failed, "download_failed %s");
        activity.strings.put(R.string.download_not_allowed, "download_not_allowed");
        activity.strings.put(R.string.no_app, "no_app");
        activity.strings.put(R.string.share_nothing, "share_nothing");
        activity.strings.put(R.string.share_failed, "share_failed");
        return activity;
    }

    /** The page that the window shows. */
    private static WebView pageOf(MainActivity activity) {
        return (WebView) ((ViewGroup) activity.findViewById(R.id.frame)).children.get(0);
    }

    private static Intent link(String address) {
        return new Intent(Intent.ACTION_VIEW, Uri.parse(address));
    }

    private static String wordsOf(Intent intent) {
        return (intent.action + " " + intent.category + " " + intent.data).replaceAll("android\\.intent\\.\\w+\\.", "");
    }

    private static String lastScript(WebView page) {
        return page.scripts.get(page.scripts.size() - 1);
    }

    private static String textOf(InputStream content) {
        return new Scanner(content).useDelimiter("\\A").next();
    }

    private static WebResourceRequest asked(final String url, final boolean isMainFrame) {
        return (WebResourceRequest) Proxy.newProxyInstance(
                WebResourceRequest.class.getClassLoader(),
                new Class<?>[] {WebResourceRequest.class},
                new InvocationHandler() {
                    @Override
                    public Object invoke(Object request, Method method, Object[] arguments) {
                        return method.getName().equals("getUrl") ? (Object) Uri.parse(url) : (Object) isMainFrame;
                    }
                });
    }

    private static void same(String name, Object expected, Object found) {
        // Lists are compared as they are printed.
        Checks.same(name, expected, found instanceof java.util.Collection || found instanceof java.util.Map ? found.toString() : found);
    }
}
