package android.webkit;

public class SslErrorHandler {
    public boolean isCancelled;

    public void cancel() {
        isCancelled = true;
    }
}
