package android.webkit;

/** Android's own, from 8 on. */
public abstract class RenderProcessGoneDetail {}
