package org.quillhouse.app;

import android.content.ClipData;
import android.content.ContentResolver;
import android.content.Intent;
import android.database.Cursor;
import android.net.Uri;
import android.provider.OpenableColumns;
import android.webkit.WebResourceResponse;
import java.io.FileNotFoundException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;

/** A file that another app has shared, for the page where books are published. */
final class SharedFile {
    /** The page of the site with the form, and where its script finds the file; the site itself has no such page. */
    static final String PAGE = "/create";
    static final String PATH = "/app/shared-file";
    private static final String UNKNOWN = "application/octet-stream";

    final Uri uri;
    final String name;
    final String type;
    private final ContentResolver resolver;

    private SharedFile(Uri uri, ContentResolver resolver) {
        this.uri = uri;
        this.resolver = resolver;
        type = typeOf(uri, resolver);
        name = FileName.clean(nameOf(uri, resolver));
    }

    /** Null if the intent has no file that another app lets read. */
    static SharedFile of(Intent intent, ContentResolver resolver) {
        Uri uri = streamOf(intent);
        // An address of another kind could name what only this app may read.
        return ContentResolver.SCHEME_CONTENT.equals(uri.getScheme()) ? new SharedFile(uri, resolver) : null;
    }

    WebResourceResponse open() throws FileNotFoundException {
        InputStream content;
        try {
            content = resolver.openInputStream(uri);
        } catch (SecurityException noLongerAllowed) {
            throw new FileNotFoundException(noLongerAllowed.getMessage());
        }
        if (content == null) throw new FileNotFoundException(name);
        Map<String, String> headers = new HashMap<String, String>();
        headers.put("Cache-Control", "no-store");
        headers.put("Content-Security-Policy", "default-src 'none'; sandbox");
        headers.put("X-Content-Type-Options", "nosniff");
        return new WebResourceResponse(UNKNOWN, null, 200, "OK", headers, content);
    }

    private static Uri streamOf(Intent intent) {
        try {
            Object stream = intent.getParcelableExtra(Intent.EXTRA_STREAM);
            return stream instanceof Uri ? (Uri) stream : Uri.EMPTY;
        } catch (RuntimeException unknownClass) {
            // Before Android 13 one of a class of the other app makes all unreadable; what Android has copied of them is not.
            ClipData clip = intent.getClipData();
            Uri uri = clip == null || clip.getItemCount() == 0 ? null : clip.getItemAt(0).getUri();
            return uri == null ? Uri.EMPTY : uri;
        }
    }

    private static String typeOf(Uri uri, ContentResolver resolver) {
        try {
            String type = resolver.getType(uri);
            if (type != null) return type;
        } catch (RuntimeException notTold) {
            // Other apps may fail in any way; the file may be read all the same.
        }
        return UNKNOWN;
    }

    private static String nameOf(Uri uri, ContentResolver resolver) {
        String[] columns = {OpenableColumns.DISPLAY_NAME};
        try (Cursor cursor = resolver.query(uri, columns, null, null, null)) {
            String name = cursor != null && cursor.moveToFirst() ? cursor.getString(0) : null;
            if (name != null) return name;
        } catch (RuntimeException notTold) {
            // As above.
        }
        String last = uri.getLastPathSegment();
        return last == null ? "" : last;
    }
}
