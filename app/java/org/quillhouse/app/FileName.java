package org.quillhouse.app;

import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Names of files that are saved. */
final class FileName {
    /** As RFC 6266 and 8187 write them; Android's own reading knows only the plain form on older versions. */
    private static final Pattern EXTENDED =
            Pattern.compile(";\\s*filename\\*\\s*=\\s*([\\w-]+)'[^']*'([^;\\s]+)", Pattern.CASE_INSENSITIVE);
    private static final Pattern PLAIN = Pattern.compile(
            ";\\s*filename\\s*=\\s*(?:\"((?:[^\"\\\\]|\\\\.)*)\"|([^;\\s\"]+))", Pattern.CASE_INSENSITIVE);
    /** What file systems refuse, and what is not seen or turns the direction of a name. */
    private static final Pattern REFUSED =
            Pattern.compile("[\\p{Cntrl}\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069\"*/:<>?\\\\|]+");
    /** Of 255 that file systems allow, with room for a number that Android adds. */
    private static final int MAX_BYTES = 200;
    private static final int MAX_ENDING = 16;
    private static final String NAMELESS = "download";

    private FileName() {}

    /** The name that the site gives to a file, else the last part of its address. */
    static String of(String disposition, String url) {
        String given = given(disposition == null ? "" : disposition);
        if (given != null && !stripped(given).isEmpty()) return clean(given);
        String path = url.split("[?#]", 2)[0];
        return clean(decode(path.substring(path.lastIndexOf('/') + 1), "UTF-8"));
    }

    /** A name without what file systems refuse. */
    static String clean(String name) {
        String clean = shorten(stripped(name));
        return clean.isEmpty() ? NAMELESS : clean;
    }

    /** The name of another file of the same name. */
    static String numbered(String name, int number) {
        int dot = startOfEnding(name);
        return name.substring(0, dot) + " (" + number + ")" + name.substring(dot);
    }

    private static String stripped(String name) {
        String clean = REFUSED.matcher(name).replaceAll(" ").replaceAll("\\s+", " ");
        // A file that begins with a dot is hidden.
        return clean.replaceAll("^[. ]+|[. ]+$", "");
    }

    private static String given(String disposition) {
        String header = ";" + disposition;
        Matcher extended = EXTENDED.matcher(header);
        if (extended.find()) {
            String name = decode(extended.group(2), extended.group(1));
            if (name != null) return name;
        }
        Matcher plain = PLAIN.matcher(header);
        if (!plain.find()) return null;
        return plain.group(1) == null ? plain.group(2) : plain.group(1).replaceAll("\\\\(.)", "$1");
    }

    /** Undoes percent encoding, where a plus stands for itself; null for another character set than these two. */
    private static String decode(String text, String charset) {
        if (!charset.equalsIgnoreCase("UTF-8") && !charset.equalsIgnoreCase("ISO-8859-1")) return null;
        Charset set = Charset.forName(charset);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int at = 0; at < text.length(); ) {
            int escaped = text.charAt(at) == '%' ? byteAfter(text, at) : -1;
            int length = escaped < 0 ? Character.charCount(text.codePointAt(at)) : "%00".length();
            byte[] plain = text.substring(at, at + length).getBytes(set);
            if (escaped < 0) bytes.write(plain, 0, plain.length);
            else bytes.write(escaped);
            at += length;
        }
        return new String(bytes.toByteArray(), set);
    }

    private static int byteAfter(String text, int percent) {
        if (percent + 2 >= text.length()) return -1;
        int high = Character.digit(text.charAt(percent + 1), 16);
        int low = Character.digit(text.charAt(percent + 2), 16);
        return high < 0 || low < 0 ? -1 : high * 16 + low;
    }

    /** Cuts the words, not the ending by which Android knows what opens the file. */
    private static String shorten(String name) {
        int dot = startOfEnding(name);
        String ending = name.substring(dot);
        int end = dot;
        while (end > 0 && bytesOf(name.substring(0, end) + ending) > MAX_BYTES) end = name.offsetByCodePoints(end, -1);
        return end == dot ? name : name.substring(0, end).trim() + ending;
    }

    private static int bytesOf(String name) {
        return name.getBytes(Charset.forName("UTF-8")).length;
    }

    /** Where the dot of a short ending is, or where a name without one ends. */
    private static int startOfEnding(String name) {
        int dot = name.lastIndexOf('.');
        return dot > 0 && name.length() - dot <= MAX_ENDING ? dot : name.length();
    }
}
