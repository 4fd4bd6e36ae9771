package android.net;

public class ConnectivityManager {
    public static class NetworkCallback {
        public void onAvailable(Network network) {}
    }

    public NetworkCallback registered;
    public boolean isConnected;

    public NetworkInfo getActiveNetworkInfo() {
        return isConnected ? new NetworkInfo() : null;
    }

    public void registerNetworkCallback(NetworkRequest request, NetworkCallback callback) {
        registered = callback;
    }

    public void unregisterNetworkCallback(NetworkCallback callback) {
        registered = null;
    }
}
