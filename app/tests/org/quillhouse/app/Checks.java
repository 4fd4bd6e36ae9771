package org.quillhouse.app;

import java.util.Arrays;
import java.util.Collections;

/** Checks of what the app decides, run on its code as it is in the APK. Prints a line for each. */
public final class Checks {
    private static final String RIGHT_TO_LEFT_OVERRIDE = "\u202e";
    private static final Site SITE = new Site("https://Books.example.org");

    private Checks() {}

    public static void main(String[] arguments) throws Exception {
        // Java verifies their code.
        for (String name : arguments) Class.forName(name);
        addressesOfTheSite();
        waysOfLinks();
        securedLinks();
        openedLinks();
        sharedTexts();
        providers();
        namesOfDownloads();
        cleanedNames();
        fileTypes();
        newerVersions();
        WindowChecks.run();
    }

    private static void addressesOfTheSite() {
        same("a page of the site is its own", true, SITE.owns("https://books.example.org/books/1?a=1#b"));
        same("the site without a path is its own", true, SITE.owns("https://books.example.org"));
        same("so is a query without a path", true, SITE.owns("https://books.example.org?a"));
        same("hosts are compared without case", true, SITE.owns("HTTPS://BOOKS.EXAMPLE.ORG/"));
        same("the usual port changes nothing", true, SITE.owns("https://books.example.org:443/"));
        same("another port is another site", false, SITE.owns("https://books.example.org:8443/"));
        same("another host is another site", false, SITE.owns("https://example.org/"));
        same("a longer host is another site", false, SITE.owns("https://books.example.org.example.com/"));
        same("a host behind a user is another site", false, SITE.owns("https://books.example.org@example.com/"));
        same("a user with a port is another site", false, SITE.owns("https://books.example.org:1@example.com/"));
        same("a backslash ends no host", false, SITE.owns("https://books.example.org\\@example.com/"));
        same("another scheme is not the site", false, SITE.owns("http://books.example.org/"));
        same("a word is not the site", false, SITE.owns("books.example.org"));
        Site withPort = new Site("https://books.example.org:8443");
        same("a site may have a port", true, withPort.owns("https://books.example.org:8443/library"));
        Site withNumbers = new Site("https://[2001:db8::1]:8443");
        same("a site may have an address of IPv6", true, withNumbers.owns("https://[2001:DB8::1]:8443/library"));
        same("of which another is another site", false, withNumbers.owns("https://[2001:db8::2]:8443/library"));
        same("the site's paths follow its origin", "https://books.example.org/create", SITE.at("/create"));
        boolean refused = false;
        try {
            new Site("books.example.org");
        } catch (IllegalArgumentException noOrigin) {
            refused = true;
        }
        same("a site has a whole address", true, refused);
    }

    private static void waysOfLinks() {
        same("pages of the site stay", Site.Way.SITE, SITE.wayTo("https://books.example.org/library"));
        same("an empty page stays", Site.Way.SITE, SITE.wayTo("about:blank"));
        same("other sites open in the browser", Site.Way.BROWSER, SITE.wayTo("https://example.com/a|b"));
        same("so do those without encryption", Site.Way.BROWSER, SITE.wayTo("http://example.com/"));
        same("mails open in their app", Site.Way.OTHER_APP, SITE.wayTo("MailTo:a@example.org"));
        same("numbers open the telephone", Site.Way.OTHER_APP, SITE.wayTo("tel:110"));
        same("intents of pages lead nowhere", Site.Way.NOWHERE, SITE.wayTo("intent://a#Intent;scheme=b;end"));
        same("files lead nowhere", Site.Way.NOWHERE, SITE.wayTo("file:///data/data/a"));
        same("content of other apps leads nowhere", Site.Way.NOWHERE, SITE.wayTo("content://contacts"));
        same("scripts lead nowhere", Site.Way.NOWHERE, SITE.wayTo("javascript:alert(1)"));
        same("what a page holds in memory leads nowhere", Site.Way.NOWHERE,
                SITE.wayTo("blob:https://books.example.org/1"));
        same("an address of a user leads nowhere", Site.Way.NOWHERE, SITE.wayTo("https://a:b@example.com/"));
        same("also one without a password", Site.Way.NOWHERE, SITE.wayTo("https://a@example.com/"));
        same("a backslash leads nowhere", Site.Way.NOWHERE, SITE.wayTo("https://example.com\\a"));
        same("no scheme leads nowhere", Site.Way.NOWHERE, SITE.wayTo(""));
    }

    private static void securedLinks() {
        same("a link without encryption gets it", "https://books.example.org/books/1?a#b",
                SITE.secured("http://books.example.org/books/1?a#b"));
        same("with its port too", "https://books.example.org/", SITE.secured("http://books.example.org:80/"));
        same("another site's does not", "http://example.com/", SITE.secured("http://example.com/"));
        same("an encrypted one is left", "https://example.com/", SITE.secured("https://example.com/"));
    }

    private static void openedLinks() {
        String first = "https://books.example.org/";
        same("a link opens its page", first + "de/books/1", SITE.pageOf(first + "de/books/1"));
        same("no link opens the first page", first, SITE.pageOf(null));
        same("another site's link opens the first page", first, SITE.pageOf("https://example.com/books/1"));
        same("a link without encryption opens its page", first + "books/1",
                SITE.pageOf("http://books.example.org/books/1"));
        same("a script opens the first page", first, SITE.pageOf("javascript:alert(1)"));
    }

    private static void sharedTexts() {
        same("a text with a page of the site leads there", "https://books.example.org/books/1",
                SITE.findPage("A book: https://books.example.org/books/1 for you"));
        same("others before it are passed over", "https://books.example.org/books/1",
                SITE.findPage("https://example.com and https://books.example.org/books/1"));
        same("a text without one leads nowhere", null, SITE.findPage("https://example.com"));
        String book = "https://books.example.org/books/1";
        for (String text : Arrays.asList("Read %s.", "Have you read %s?!", "(%s)", "<%s>", "\u201c%s\u201d\u2026", "%s\u3002"))
            same("signs of the sentence are left aside: " + text, book, SITE.findPage(text.replace("%s", book)));
        String author = "https://books.example.org/authors/Jo%20(poet)";
        same("brackets of an address stay", author, SITE.findPage("By " + author + "."));
        same("so does a slash", "https://books.example.org/", SITE.findPage("At https://books.example.org/."));
    }

    private static void providers() {
        String answer = "https://books.example.org/auth/oidc/school/callback";
        same("a provider's answer is known", true, SITE.isProviderAnswer(answer + "?code=1&state=2"));
        same("also without words", true, SITE.isProviderAnswer(answer));
        same("a page of accounts is none", false, SITE.isProviderAnswer("https://books.example.org/auth/verify?a"));
        same("a longer path is none", false, SITE.isProviderAnswer(answer + "s"));
        same("a path in a query is none", false,
                SITE.isProviderAnswer("https://books.example.org/books/1?/auth/oidc/school/callback"));
        same("another site's is none", false, SITE.isProviderAnswer("https://example.com/auth/oidc/school/callback"));
    }

    private static void namesOfDownloads() {
        String url = "https://books.example.org/files/book/1.pdf?download=1";
        same("the name in quotes", "The Lamp.pdf", FileName.of("attachment; filename=\"The Lamp.pdf\"", url));
        same("the name without quotes", "lamp.pdf", FileName.of("attachment; filename=lamp.pdf; size=1", url));
        same("the name of any letters comes first", "Die Tür – 灯.epub",
                FileName.of("attachment; filename=\"Die T_r.epub\"; filename*=UTF-8''Die%20T%C3%BCr%20%E2%80%93%20%E7%81%AF.epub", url));
        same("wherever it stands", "ü.epub",
                FileName.of("attachment; filename*=utf-8'de'%C3%BC.epub; filename=\"u.epub\"", url));
        same("Latin letters are read too", "ü.epub", FileName.of("attachment; filename*=ISO-8859-1''%FC.epub", url));
        same("an unknown character set gives way", "u.epub",
                FileName.of("attachment; filename*=KOI8-R''%FC.epub; filename=u.epub", url));
        same("escaped quotes", "The ’Lamp’.pdf", FileName.of("attachment; filename=\"The \\’Lamp\\’.pdf\"", url));
        same("a plus is a plus", "a+b.pdf", FileName.of("attachment; filename*=UTF-8''a+b.pdf", url));
        same("a percent that encodes nothing", "100%.pdf", FileName.of("attachment; filename*=UTF-8''100%.pdf", url));
        same("no name: the address has one", "1.pdf", FileName.of("attachment", url));
        same("no header: the address has one", "1.pdf", FileName.of(null, url));
        same("an empty name: the address has one", "1.pdf", FileName.of("attachment; filename=\" \"", url));
        same("an encoded address", "a b.pdf", FileName.of(null, "https://books.example.org/a%20b.pdf#c"));
        same("an address of letters beyond the basic plane", "𝕊.pdf", FileName.of(null, "https://e.org/𝕊.pdf"));
        same("an address without a name", "download", FileName.of(null, "https://books.example.org/"));
    }

    private static void cleanedNames() {
        same("a path is no path", "etc passwd", FileName.clean("../../etc/passwd"));
        same("nor a Windows one", "C temp a.pdf", FileName.clean("C:\\temp\\a.pdf"));
        same("no hidden file", "profile", FileName.clean(".profile"));
        same("no line ends", "a b.pdf", FileName.clean("a\r\nb.pdf"));
        same("nothing that rings", "a b.pdf", FileName.clean("a\u0007b.pdf"));
        same("no turned direction", "a fdp.exe", FileName.clean("a" + RIGHT_TO_LEFT_OVERRIDE + "fdp.exe"));
        same("nothing is left", "download", FileName.clean("///"));
        same("right-to-left letters stay", "مصباح.epub", FileName.clean("مصباح.epub"));
        String longName = FileName.clean(repeated("灯", 200) + ".epub");
        same("a long name keeps its ending", true, longName.endsWith("灯.epub"));
        same("and fits", 200, longName.getBytes(java.nio.charset.Charset.forName("UTF-8")).length);
        same("no letter is halved", repeated("𝕊", 48) + ".epub", FileName.clean(repeated("𝕊", 99) + ".epub"));
        same("a name of 200 bytes stays", repeated("a", 200), FileName.clean(repeated("a", 200)));
        same("a long ending is none", repeated("b", 200), FileName.clean(repeated("b", 200) + "." + repeated("c", 90)));
        same("a second file of a name", "a.b (1).pdf", FileName.numbered("a.b.pdf", 1));
        same("also without an ending", "a (2)", FileName.numbered("a", 2));
    }

    private static void fileTypes() {
        FileTypes.Known known = new FileTypes.Known() {
            @Override
            public String typeOf(String ending) {
                return ending.equals("pdf") ? "application/pdf" : ending.equals("png") ? "image/png" : null;
            }
        };
        same("endings become media types", "[application/pdf, image/png]", typesOf(known, ".PDF", ".png"));
        same("media types stay, each once", "[application/pdf, image/*]",
                typesOf(known, "application/pdf, .pdf", "image/*"));
        same("an unknown ending takes any file", "[*/*]", typesOf(known, ".pdf", ".fb2"));
        same("no word takes any file", "[*/*]", typesOf(known, ""));
        same("nothing takes any file", "[*/*]", typesOf(known));
    }

    private static String typesOf(FileTypes.Known known, String... accepted) {
        return Arrays.toString(FileTypes.of(accepted, known));
    }

    private static void newerVersions() {
        long day = 24L * 60 * 60 * 1000;
        same("never asked: now", true, NewerVersion.isDue(0, 100 * day));
        same("asked today: not now", false, NewerVersion.isDue(100 * day, 101 * day - 1));
        same("asked a day ago: now", true, NewerVersion.isDue(100 * day, 101 * day));
        same("the clock was put back: now", true, NewerVersion.isDue(100 * day, 99 * day));
        String answer = "{\"versionCode\":10006,\"versionName\":\"1.0.6\",\"url\":\"/app/lamp.apk\"}";
        NewerVersion newer = NewerVersion.read(answer, 10005, SITE);
        same("a newer version has its file", "https://books.example.org/app/lamp.apk", newer.address);
        same("and its name", "1.0.6", newer.name);
        same("the same version is not offered", null, NewerVersion.read(answer, 10006, SITE));
        same("an older one neither", null, NewerVersion.read(answer, 10007, SITE));
        same("more words are left aside", true, NewerVersion.read(answer.replace("}", ",\"a\":[1]}"), 1, SITE) != null);
        same("a file of another site is not offered", null,
                NewerVersion.read(answer.replace("/app/", "https://example.com/"), 1, SITE));
        same("two slashes stay on the site", "https://books.example.org//example.com/lamp.apk",
                NewerVersion.read(answer.replace("/app/", "//example.com/"), 1, SITE).address);
        same("a name that fills the window is not offered", null,
                NewerVersion.read(answer.replace("1.0.6", repeated("1", 21)), 1, SITE));
        for (String damaged : Arrays.asList(" ", "<!doctype html>", "[]", "{}", "null", answer.substring(0, 40)))
            same("what is no answer: " + damaged, null, NewerVersion.read(damaged, 1, SITE));
        same("a code that is no number", null, NewerVersion.read(answer.replace("10006", "\"a\""), 1, SITE));
    }

    private static String repeated(String text, int times) {
        return String.join("", Collections.nCopies(times, text));
    }

    static void same(String name, Object expected, Object found) {
        boolean isSame = expected == null ? found == null : expected.equals(found);
        System.out.println(isSame ? "ok " + name : "FAILED " + name + ": " + found + " instead of " + expected);
    }
}
