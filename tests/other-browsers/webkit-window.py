"""A window for WebKitWebDriver with a profile in the folder that the argument names, so that sites can store files.

The small browser of WebKitGTK stores nothing while it is automated. The features are those that Safari has switched on.
"""

import sys

import gi

gi.require_version('Gtk', '3.0')
gi.require_version('WebKit2', '4.1')
from gi.repository import Gtk, WebKit2

FEATURES = ('StorageAPI', 'StorageAPIEstimate', 'FileSystem', 'FileSystemWritableStream', 'AccessHandle')
# WebKitGTK crashes when one begins while compositing is off, as it is on the screen in memory.
WITHOUT = 'ViewTransitions'

profile = sys.argv[1]
manager = WebKit2.WebsiteDataManager(base_data_directory=profile, base_cache_directory=profile)
context = WebKit2.WebContext(website_data_manager=manager)
settings = WebKit2.Settings()
features = WebKit2.Settings.get_all_features()
for feature in (features.get(index) for index in range(features.get_length())):
    if feature.get_identifier() in FEATURES:
        settings.set_feature_enabled(feature, True)
    if feature.get_identifier() == WITHOUT:
        settings.set_feature_enabled(feature, False)


def open_view(_session):
    view = WebKit2.WebView(web_context=context, settings=settings, is_controlled_by_automation=True)
    window = Gtk.Window(default_width=1280, default_height=800)
    window.add(view)
    window.show_all()
    view.connect('close', lambda _view: window.destroy())
    return view


def on_started(_context, session):
    session.connect('create-web-view', open_view)


context.connect('automation-started', on_started)
context.set_automation_allowed(True)
Gtk.main()
