package android.webkit;

public class MimeTypeMap {
    public static MimeTypeMap getSingleton() {
        return new MimeTypeMap();
    }

    public String getMimeTypeFromExtension(String ending) {
        return ending.equals("pdf") ? "application/pdf" : ending.equals("epub") ? "application/epub+zip" : null;
    }
}
