"""The pictures of docs/build, drawn from what the firmware and the tray's parameters say."""
