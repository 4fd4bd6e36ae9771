package android.content;

import android.database.Cursor;
import android.net.Uri;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

public class ContentResolver {
    public static final String SCHEME_CONTENT = "content";

    public final ByteArrayOutputStream written = new ByteArrayOutputStream();
    public String name = "Lamp.pdf";
    /** The other app answers nothing but failures. */
    public boolean isBroken;

    public final String getType(Uri uri) {
        if (isBroken) throw new SecurityException();
        return "application/pdf";
    }

    public final Cursor query(Uri uri, String[] columns, String where, String[] values, String order) {
        if (isBroken) throw new IllegalStateException();
        return (Cursor) Proxy.newProxyInstance(
                Cursor.class.getClassLoader(),
                new Class<?>[] {Cursor.class},
                new InvocationHandler() {
                    @Override
                    public Object invoke(Object cursor, Method method, Object[] arguments) {
                        String called = method.getName();
                        return called.equals("moveToFirst") ? (Object) true : called.equals("getString") ? name : null;
                    }
                });
    }

    public final InputStream openInputStream(Uri uri) throws FileNotFoundException {
        if (isBroken) throw new SecurityException("not allowed");
        return new ByteArrayInputStream("a book".getBytes());
    }

    public final int delete(Uri uri, String where, String[] values) {
        return 1;
    }

    public final Uri insert(Uri uri, ContentValues values) {
        return isBroken ? null : Uri.parse(uri + "/1");
    }

    public final OutputStream openOutputStream(Uri uri) {
        return written;
    }
}
