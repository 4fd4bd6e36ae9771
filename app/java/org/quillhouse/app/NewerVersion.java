package org.quillhouse.app;

import org.json.JSONException;
import org.json.JSONObject;

/** A version of the app that the site offers. */
final class NewerVersion {
    private static final long DAY_MS = 24L * 60 * 60 * 1000;
    private static final int MAX_NAME = 20;

    final String name;
    final String address;

    private NewerVersion(String name, String address) {
        this.name = name;
        this.address = address;
    }

    /** Whether to ask again; also after the clock was put back. */
    static boolean isDue(long askedAt, long now) {
        return now - askedAt >= DAY_MS || now < askedAt;
    }

    /** What the site answers; null if it is not newer than what is installed, or no file of the site. */
    static NewerVersion read(String answer, int installed, Site site) {
        try {
            JSONObject told = new JSONObject(answer);
            String path = told.getString("url");
            String name = told.getString("versionName");
            if (told.getInt("versionCode") <= installed || name.length() > MAX_NAME) return null;
            return path.startsWith("/") ? new NewerVersion(name, site.at(path)) : null;
        } catch (JSONException unreadable) {
            return null;
        }
    }
}
