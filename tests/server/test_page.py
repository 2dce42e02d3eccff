#!/usr/bin/env python3
"""The page and its files: types, caching, gzip, addresses within the page,
headers; and what stands there where the program has no page."""
import gzip
import os
import pathlib
import re
import subprocess
import tempfile

import client

PAGE = pathlib.Path(__file__).resolve().parent / "page"
SCRIPT = "/assets/app-0a1B2c3D.js"
ENGINE = "/assets/engine-Zz9_y8X7.wasm"


def fetch(server, path, **headers):
    session = client.Session(server.port)
    named = {key.replace("_", "-"): value for key, value in headers.items()}
    return session.raw("GET", path, headers=named)


def with_page():
    return client.Server(program=os.environ["MAXQ_PAGE"])


def bytes_of(path):
    return (PAGE / path[1:]).read_bytes()


def files_as_they_are():
    server = with_page()
    types = {
        "/index.html": "text/html; charset=utf-8",
        "/sw.js": "text/javascript; charset=utf-8",
        "/manifest.webmanifest": "application/manifest+json",
        SCRIPT: "text/javascript; charset=utf-8",
        ENGINE: "application/wasm",
    }
    for path, wanted in types.items():
        status, data, answer = fetch(server, path)
        assert status == 200 and data == bytes_of(path), (path, status)
        assert answer.getheader("content-type") == wanted, path
        assert answer.getheader("x-content-type-options") == "nosniff"
    server.stop()


def kept_by_browsers():
    server = with_page()
    for path in (SCRIPT, ENGINE):
        kept = fetch(server, path)[2].getheader("cache-control")
        assert "immutable" in kept and "max-age=31536000" in kept, kept
    for path in ("/", "/index.html", "/sw.js"):
        assert fetch(server, path)[2].getheader("cache-control") == "no-cache"
    etag = fetch(server, "/")[2].getheader("etag")
    assert re.fullmatch(r'"[0-9a-f]{24}"', etag), etag
    status, data, answer = fetch(server, "/t/abc", If_None_Match=etag)
    assert (status, data) == (304, b"") and answer.getheader("etag") == etag
    assert fetch(server, "/", If_None_Match='"other"')[0] == 200
    server.stop()


def packed():
    server = with_page()
    for accept in ("gzip", "br, gzip;q=0.5", "deflate, gzip, br"):
        status, data, answer = fetch(server, SCRIPT, Accept_Encoding=accept)
        assert answer.getheader("content-encoding") == "gzip", accept
        assert answer.getheader("vary") == "accept-encoding"
        assert gzip.decompress(data) == bytes_of(SCRIPT)
        assert int(answer.getheader("content-length")) == len(data)
    for accept in ("identity", "gzip;q=0", "br, gzip;q=0.0", "br"):
        status, data, answer = fetch(server, SCRIPT, Accept_Encoding=accept)
        assert answer.getheader("content-encoding") is None, accept
        assert data == bytes_of(SCRIPT)
    # Too small to be worth it.
    answer = fetch(server, ENGINE, Accept_Encoding="gzip")[2]
    assert answer.getheader("content-encoding") is None
    server.stop()


def addresses_within_the_page():
    server = with_page()
    for path in ("/", "/t/0123456789abcdef", "/replay/x", "/reset", "/play"):
        status, data, _ = fetch(server, path)
        assert status == 200 and data == bytes_of("/index.html"), path
    for path in ("/none.js", "/assets/none-00000000.js", "/t/none.html"):
        assert fetch(server, path)[0] == 404, path
    for path in ("/api/none", "/api/tables/none", "/../meson.build"):
        assert fetch(server, path)[1] != bytes_of("/index.html"), path
    assert client.Session(server.port).request("POST", "/")[0] == 405
    head = client.Session(server.port).raw("HEAD", SCRIPT)
    assert head[1] == b"" and head[0] == 200
    assert int(head[2].getheader("content-length")) == len(bytes_of(SCRIPT))
    server.stop()


def the_engine_may_run():
    server = with_page()
    policy = fetch(server, "/")[2].getheader("content-security-policy")
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    assert rules["default-src"] == "'none'"
    assert rules["script-src"] == "'self' 'wasm-unsafe-eval'"
    assert rules["worker-src"] == "'self'"
    assert rules["connect-src"] == "'self'"
    assert rules["frame-ancestors"] == "'none'"
    server.stop()


def forty_open_it_at_once():
    """Forty people behind one address, thirty files each."""
    server = with_page()
    for _ in range(40 * 30):
        assert fetch(server, SCRIPT)[0] == 200
    server.stop()


def without_a_page():
    """A build without the page says so at every address of it."""
    if b"web/dist" not in plain_page("/"):
        return  # this build has it
    for path in ("/t/0123456789abcdef", "/replay/x", "/reset"):
        assert b"web/dist" in plain_page(path), path


def plain_page(path):
    server = client.Server()
    status, data, answer = fetch(server, path)
    server.stop()
    assert status == 200
    assert answer.getheader("content-type") == "text/html; charset=utf-8"
    return data


def names_without_type():
    """A file that nobody could be told the type of is an error of the build."""
    tool = client.ROOT / "tools" / "embed-page"
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "odd.xyz").write_text("x")
        out = pathlib.Path(folder) / "out"
        done = subprocess.run(
            [tool, out, folder + "/dep", folder], capture_output=True, text=True
        )
        assert done.returncode != 0 and "/odd.xyz" in done.stderr
        assert not out.exists()


client.run(
    [
        files_as_they_are,
        kept_by_browsers,
        packed,
        addresses_within_the_page,
        the_engine_may_run,
        forty_open_it_at_once,
        without_a_page,
        names_without_type,
    ]
)
