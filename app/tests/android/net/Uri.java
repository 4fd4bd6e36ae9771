package android.net;

import android.os.Parcel;
import android.os.Parcelable;

public class Uri implements Parcelable {
    public static final Uri EMPTY = new Uri("");
    private final String address;

    private Uri(String address) {
        this.address = address;
    }

    public static Uri parse(String address) {
        return new Uri(address);
    }

    public String getScheme() {
        return address.contains(":") ? address.substring(0, address.indexOf(':')) : null;
    }

    public String getHost() {
        return address.split("/")[2];
    }

    public String getLastPathSegment() {
        return address.substring(address.lastIndexOf('/') + 1);
    }

    @Override
    public int describeContents() {
        return 0;
    }

    @Override
    public void writeToParcel(Parcel parcel, int flags) {}

    @Override
    public String toString() {
        return address;
    }
}
