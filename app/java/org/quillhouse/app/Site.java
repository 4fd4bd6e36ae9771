package org.quillhouse.app;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The site that the app shows, and what belongs to it. */
final class Site {
    /** Where an address leads. */
    enum Way { SITE, BROWSER, OTHER_APP, NOWHERE }

    /** No user, and no backslash, which browsers read as a slash. The port of the scheme is left out. */
    private static final Pattern ORIGIN =
            Pattern.compile("(https?)://(\\[[\\da-f:.]+\\]|[^/?#@\\\\:\\s]+)(?::(\\d{1,5}))?(?=[/?#]|$)", Pattern.CASE_INSENSITIVE);
    private static final Pattern ADDRESS = Pattern.compile("https?://\\S+", Pattern.CASE_INSENSITIVE);
    /** What ends a sentence after an address. */
    private static final String ENDS = ".,:;!?\"'>)\u00bb\u2019\u201d\u2026\u3001\u3002";
    private static final Pattern PROVIDER_ANSWER = Pattern.compile("/auth/oidc/[^/?#]+/callback(?=[?#]|$)");
    private static final List<String> OTHER_APPS = Arrays.asList("geo", "mailto", "sms", "tel");

    private final String address;

    /** @param address an origin without a slash at the end */
    Site(String address) {
        this.address = originOf(address);
        if (this.address == null) throw new IllegalArgumentException(address);
    }

    String at(String path) {
        return address + path;
    }

    boolean owns(String url) {
        return address.equals(originOf(url));
    }

    Way wayTo(String url) {
        if (owns(url) || url.startsWith("about:")) return Way.SITE;
        if (originOf(url) != null) return Way.BROWSER;
        int colon = url.indexOf(':');
        String scheme = url.substring(0, Math.max(colon, 0)).toLowerCase(Locale.ROOT);
        return OTHER_APPS.contains(scheme) ? Way.OTHER_APP : Way.NOWHERE;
    }

    /** The same page over a secure connection, if somebody has written its address without one; else the address. */
    String secured(String url) {
        String origin = originOf(url);
        if (origin == null || !address.equals("https" + origin.substring("http".length()))) return url;
        Matcher matcher = ORIGIN.matcher(url);
        return matcher.lookingAt() ? address + url.substring(matcher.end()) : url;
    }

    /** The page of a link that was opened with the app: the first page if there is none, or it is not the site's. */
    String pageOf(String link) {
        String page = link == null ? "" : secured(link);
        return owns(page) ? page : at("/");
    }

    /** The first address in a text that is a page of the site; null if there is none. */
    String findPage(String text) {
        Matcher matcher = ADDRESS.matcher(text);
        while (matcher.find()) {
            String page = secured(withoutEnds(matcher.group()));
            if (owns(page)) return page;
        }
        return null;
    }

    private static String withoutEnds(String address) {
        int end = address.length();
        for (; end > 0 && ENDS.indexOf(address.charAt(end - 1)) >= 0; end--)
            // An address may have a pair of brackets.
            if (address.charAt(end - 1) == ')' && address.indexOf('(') >= 0) break;
        return address.substring(0, end);
    }

    /** Whether a provider of log-ins leads back with this address, which only the browser that went there can use. */
    boolean isProviderAnswer(String url) {
        if (!owns(url)) return false;
        Matcher origin = ORIGIN.matcher(url);
        return origin.lookingAt() && PROVIDER_ANSWER.matcher(url.substring(origin.end())).lookingAt();
    }

    /** Scheme, host and port of a web address; null for any other. */
    private static String originOf(String url) {
        Matcher matcher = ORIGIN.matcher(url);
        if (!matcher.lookingAt()) return null;
        String scheme = matcher.group(1).toLowerCase(Locale.ROOT);
        String host = matcher.group(2).toLowerCase(Locale.ROOT);
        String port = matcher.group(3);
        boolean isUsual = port == null || port.equals(scheme.equals("https") ? "443" : "80");
        return scheme + "://" + host + (isUsual ? "" : ":" + port);
    }
}
