package android.app;

import android.net.Uri;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

public class DownloadManager {
    public final List<Request> requests = new ArrayList<Request>();
    public String completed;

    public static class Request {
        public static final int VISIBILITY_VISIBLE_NOTIFY_COMPLETED = 1;
        public final Map<String, String> headers = new TreeMap<String, String>();
        public final String address;
        public String name;

        public Request(Uri address) {
            this.address = address.toString();
        }

        public Request setTitle(CharSequence title) {
            return this;
        }

        public Request setMimeType(String type) {
            return this;
        }

        public Request setNotificationVisibility(int visibility) {
            return this;
        }

        public Request setDestinationInExternalPublicDir(String folder, String name) {
            this.name = folder + "/" + name;
            return this;
        }

        public Request addRequestHeader(String name, String value) {
            headers.put(name, value);
            return this;
        }
    }

    public boolean isOff;

    public long enqueue(Request request) {
        if (isOff) throw new IllegalArgumentException("Unknown URL");
        requests.add(request);
        return 1;
    }

    public long addCompletedDownload(
            String title, String about, boolean isScanned, String type, String path, long length, boolean isShown) {
        completed = path;
        return 1;
    }
}
