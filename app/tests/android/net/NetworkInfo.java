package android.net;

public class NetworkInfo {}
