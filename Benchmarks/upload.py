"""Uploads that many bytes to 127.0.0.1, and fails unless the response is a 200. usage: upload.py PORT PATH BYTES"""

import socket
import sys

port, path, left = int(sys.argv[1]), sys.argv[2], int(sys.argv[3])
piece = b"x" * (1 << 20)
with socket.create_connection(("127.0.0.1", port), timeout=120) as connection:
    connection.sendall(f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Length: {left}\r\n\r\n".encode())
    while left > 0:
        connection.sendall(piece[:left])
        left -= len(piece)
    head = connection.recv(4096)
sys.exit(0 if head.startswith(b"HTTP/1.1 200") else head.decode(errors="replace"))
