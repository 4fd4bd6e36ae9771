package org.quillhouse.app;

import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;

/** What a file field of a page takes, as Android's choosers are told. */
final class FileTypes {
    /** Finds the media type of an ending without its dot; null for one that the device does not know. */
    interface Known {
        String typeOf(String ending);
    }

    private static final String[] ANY = {"*/*"};

    private FileTypes() {}

    /** Media types; any file if one of the endings is not known, since it could not be chosen else. */
    static String[] of(String[] accepted, Known known) {
        Set<String> types = new LinkedHashSet<String>();
        for (String list : accepted)
            for (String part : list.split(",")) {
                String one = part.trim();
                if (one.isEmpty()) continue;
                String type = one.startsWith(".") ? known.typeOf(one.substring(1).toLowerCase(Locale.ROOT)) : one;
                if (type == null) return ANY;
                types.add(type);
            }
        return types.isEmpty() ? ANY : types.toArray(new String[0]);
    }
}
